// Paints the page's block in the colours that a person has chosen.

/** @param {HTMLElement} host the stage @param {string} text a block as `stored.js` keeps it, or "" for the usual colours */
export function paint(host, text) {
  const [, , , body, cap] = text.split(".");
  host.classList.toggle("painted", Boolean(text));
  host.style.setProperty("--body", `#${body}`);
  host.style.setProperty("--cap", `#${cap}`);
}
