// Imports Pyodide's scripts, which are files next to the page. tools/one_file.py has them in the worker instead.

const FOLDER = new URL("python/", import.meta.url);

/** Returns the function that starts Python. It requests the files of the pack by their names. */
export async function pyodide() {
  const { loadPyodide } = await import(new URL("pyodide.mjs", FOLDER).href);
  return () => loadPyodide({ indexURL: FOLDER.href });
}
