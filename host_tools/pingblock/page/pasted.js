// Plays links that a person drops on this page or opens over its address, which changes only the fragment. A dropped
// link helps if it comes from a file on another computer, whose path does not exist here.

const LINK = /#(\S*?\b(?:session|game|own)=\S+)$/;

/** Plays such links. Input fields still take text. */
export function takeLinks() {
  window.addEventListener("hashchange", () => LINK.test(location.hash) && location.reload());
  window.addEventListener("paste", ({ target, clipboardData }) => {
    const link = LINK.exec(clipboardData?.getData("text").trim() ?? "");
    if (link && !(target instanceof Element && target.matches("input, textarea"))) location.hash = link[1];
  });
}
