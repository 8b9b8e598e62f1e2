// Plays a link that a person drops on this page, or opens at its address so that only the fragment changes. Dropping
// helps if the link is to a file on another computer, whose path does not exist here.

const LINK = /#(\S*?\b(?:session|game|own)=\S+)$/;
/** Fields that admit a page to a server. */
const CODE = /\b(?:token|at)=[\w-]+/;

/**
 * Plays such links. Input fields still accept them as text. If a link has a server's new code, the page is loaded
 * again, to be admitted.
 */
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
