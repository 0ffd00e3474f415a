// Runs Python for the page: unpacks the archives, starts Pyodide and answers one request after the other.
// The build puts Pyodide's own scripts before this text, which define `loadPyodide` and `_createPyodideModule`.
// From the page: `{ archives }` once, then `{ id, request, text }`. To the page: `{ step }` while it starts, `{ ready }`,
// `{ id, text }`; `{ failed }` if it cannot start. Nothing is fetched here.

const HOME = "file:///studio/"; // an address that Pyodide asks for; the files come from the archives

async function unpack(archive) {
  const plain = new Blob([archive]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(plain).arrayBuffer());
  const end = bytes.indexOf(10);
  let start = end + 1;
  return JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))).map(([name, length]) => {
    const content = bytes.subarray(start, start + length);
    start += length;
    return [name, content];
  });
}

async function startPython(archives) {
  const files = new Map((await Promise.all(archives.map(unpack))).flat());
  postMessage({ step: 1 });
  const kinds = { wasm: "application/wasm", zip: "application/zip" };
  self.fetch = async (address) => {
    const name = String(address).slice(HOME.length);
    if (!String(address).startsWith(HOME) || !files.has(name)) throw new TypeError(`no file ${address}`);
    return new Response(files.get(name), { headers: { "Content-Type": kinds[name.split(".").at(-1)] } });
  };
  const python = await self.loadPyodide({
    indexURL: HOME,
    packageBaseUrl: HOME,
    lockFileContents: new TextDecoder().decode(files.get("pyodide-lock.json")),
    createPyodideModule: _createPyodideModule,
    async fsInit(FS, { sitePackages }) {
      for (const [name, content] of files) {
        if (!name.startsWith("site/")) continue;
        const path = `${sitePackages}/${name.slice(5)}`;
        FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
        FS.writeFile(path, content, { canOwn: true });
      }
    },
  });
  postMessage({ step: 2 });
  const gc = python.pyimport("gc");
  gc.disable(); // imports leave no garbage: looking for it takes a tenth of the time to start
  const entry = python.pyimport("sheetgen.studio.browser.entry");
  const service = entry.make_service();
  gc.freeze();
  gc.enable();
  return (request, text) => entry.answer(service, request, text);
}

let python;
self.onmessage = async ({ data }) => {
  try {
    if (data.archives) {
      python = await startPython(data.archives);
      postMessage({ ready: true });
    } else postMessage({ id: data.id, text: python(data.request, data.text) });
  } catch (error) {
    postMessage({ failed: String(error?.message ?? error), id: data.id });
  }
};
