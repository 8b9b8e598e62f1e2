// Helpers for the document.

/**
 * Makes an element: `h("button", {type: "button", onclick: press}, "Press")`.
 * @param {string} name
 * @param {Record<string, any>} [properties] Functions and properties are set as they are. Everything else becomes an
 * attribute.
 * @param {...(Node | string | null)} children
 * @returns {any}
 */
export function h(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === "function" || key === "value" || key === "checked" || key === "htmlFor")
      /** @type {any} */ (made)[key] = value;
    else if (key === "style")
      made.style.cssText = value; // As an attribute, the page's policy would refuse it.
    else if (typeof value === "boolean") made.toggleAttribute(key, value);
    else made.setAttribute(key === "className" ? "class" : key, String(value));
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** Returns the element with an id, which must exist. @param {string} id @returns {any} */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * Sets an element's text if it differs, so that a screen reader reads only changes.
 * @param {Element} element @param {string} text
 */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Makes a small button. Dots at its end stay on the line of the last word. @param {string} words @param {() => void}
 * act
 */
export function small(words, act) {
  return h("button", { type: "button", className: "small", onclick: act }, words.replace(" …", "\u00a0…"));
}

let named = 0;

/** Makes a switch with its label. @param {string} label @param {(on: boolean) => void} act */
export function toggle(label, act) {
  const input = h("input", {
    type: "checkbox",
    role: "switch",
    id: `field-${++named}`,
    onchange: () => act(input.checked),
  });
  return { row: h("div", { className: "row" }, h("label", { htmlFor: input.id }, label), input), input };
}

/**
 * Makes a slider with its label and its value in words.
 * @param {string} label @param {{min: number, max: number, step?: number}} range
 * @param {(value: number) => string} words @param {(value: number) => void} act
 */
export function slider(label, range, words, act) {
  const said = h("output", {});
  const input = h("input", {
    type: "range",
    ...range,
    id: `field-${++named}`,
    oninput: () => tell(Number(input.value)),
    onchange: () => act(Number(input.value)),
  });
  /** @param {number} value */
  function tell(value) {
    write(said, words(value));
    input.setAttribute("aria-valuetext", words(value));
  }
  /** @param {number} value */
  function show(value) {
    if (document.activeElement !== input || !input.matches(":active")) {
      input.value = String(value);
      tell(value);
    }
  }
  return {
    row: h("div", { className: "row slider" }, h("label", { htmlFor: input.id }, label), said, input),
    input,
    show,
  };
}

/**
 * Makes a list to choose from, with its label.
 * @param {string} label @param {string[][]} options pairs of value and label
 * @param {(value: string) => void} act
 */
export function choice(label, options, act) {
  const input = h("select", { id: `field-${++named}`, onchange: () => act(input.value) });
  fill(options);
  /** @param {string[][]} some */
  function fill(some) {
    input.replaceChildren(...some.map(([value, words]) => h("option", { value }, words)));
  }
  return { row: h("div", { className: "row" }, h("label", { htmlFor: input.id }, label), input), input, fill };
}

/** Makes a section with its heading. @param {string} title @param {...(Node | string | null)} children */
export function section(title, ...children) {
  return h("section", { className: "part" }, h("h2", {}, title), ...children);
}
