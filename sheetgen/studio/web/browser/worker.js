// Runs Python for the page: unpacks the archives, starts Pyodide and answers one request after the other.
// The build puts Pyodide's own scripts before this text, which define `loadPyodide` and `_createPyodideModule`.
// From the page: `{ archives, wasm }` once, then `{ id, request, text }`; `wasm` is the address of the WebAssembly if the
// page is served. To the page: `{ step }` while it starts, `{ ready }`, `{ id, text }`; `{ failed }` if it cannot start.
// Nothing else is fetched here.

const HOME = "file:///studio/"; // an address that Pyodide asks for; the files come from the archives
const WASM = "pyodide.asm.wasm";

// The WebAssembly as a response: of one that came from a server, browsers keep the machine code that they make of it, and
// the next start takes a third less; of other bytes they keep none.
async function wasmResponse(address, files) {
  const headers = { "Content-Type": "application/wasm" };
  if (!address) return new Response(files.get(WASM), { headers });
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const isNamed = response.headers.get("Content-Type")?.startsWith(headers["Content-Type"]);
  return isNamed ? response : new Response(await response.arrayBuffer(), { headers }); // some servers call it otherwise
}

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

async function startPython(archives, address) {
  const files = new Map((await Promise.all(archives.map(unpack))).flat());
  postMessage({ step: 1 });
  const wasm = await wasmResponse(address, files);
  self.fetch = async (asked) => {
    const name = String(asked).slice(HOME.length);
    if (name === WASM) return wasm;
    if (!String(asked).startsWith(HOME) || !files.has(name)) throw new TypeError(`no file ${asked}`);
    return new Response(files.get(name));
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
      python = await startPython(data.archives, data.wasm);
      postMessage({ ready: true });
    } else postMessage({ id: data.id, text: python(data.request, data.text) });
  } catch (error) {
    postMessage({ failed: String(error?.message ?? error), id: data.id });
  }
};
