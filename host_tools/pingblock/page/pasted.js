// Links that a person puts on this page: over its address, which changes the fragment only, or on the page itself.
// The second serves links of a file on another computer, whose path is not here.

const LINK = /#(\S*?\b(?:session|game)=\S+)$/;

/** Plays such links; fields take text as ever. */
export function takeLinks() {
  window.addEventListener("hashchange", () => LINK.test(location.hash) && location.reload());
  window.addEventListener("paste", ({ target, clipboardData }) => {
    const link = LINK.exec(clipboardData?.getData("text").trim() ?? "");
    if (link && !(target instanceof Element && target.matches("input, textarea"))) location.hash = link[1];
  });
}
