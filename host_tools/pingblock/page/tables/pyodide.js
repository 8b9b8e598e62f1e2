// Imports Pyodide's scripts, which are files next to the page. tools/one_file.py puts them into the worker instead.

const FOLDER = new URL("python/", import.meta.url);

/** Returns the function that starts Python. It requests the files of the pack by name. */
export async function pyodide() {
  const { loadPyodide } = await import(new URL("pyodide.mjs", FOLDER).href);
  return () => loadPyodide({ indexURL: FOLDER.href });
}
