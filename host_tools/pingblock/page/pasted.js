// Plays links that a person drops on this page or opens over its address, which changes only the fragment. A dropped
// link helps if it comes from a file on another computer, whose path does not exist here.

const LINK = /#(\S*?\b(?:session|game|own)=\S+)$/;
/** Admits a page to a server. */
const CODE = /\b(?:token|at)=[\w-]+/;

/** Plays such links. Input fields still take text. A page with a server's new code loads again, to be admitted. */
export function takeLinks() {
  window.addEventListener("hashchange", ({ oldURL, newURL }) => {
    const [before, now] = [oldURL, newURL].map((url) => CODE.exec(new URL(url).hash)?.[0]);
    if (LINK.test(location.hash) || (now && now !== before)) location.reload();
  });
  window.addEventListener("paste", ({ target, clipboardData }) => {
    const link = LINK.exec(clipboardData?.getData("text").trim() ?? "");
    if (link && !(target instanceof Element && target.matches("input, textarea"))) location.hash = link[1];
  });
}
