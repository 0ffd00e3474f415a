// Makes ../web/codemirror.js and the licences beside it from the packages that package-lock.json names.
import { build } from "esbuild";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const web = join(here, "..", "web");

const result = await build({
  entryPoints: [join(here, "editor.js")],
  outfile: join(web, "codemirror.js"),
  bundle: true,
  format: "esm",
  minify: true,
  legalComments: "none",
  metafile: true,
  banner: { js: "/* CodeMirror 6, built from sheetgen/studio/web-src; licences in codemirror-licences.txt */" },
});

// Only what is in the bundle needs its licence beside it.
const names = new Set();
for (const file of Object.keys(result.metafile.inputs)) {
  const found = file.match(/node_modules\/((?:@[^/]+\/)?[^/]+)\//);
  if (found) names.add(found[1]);
}
const texts = [...names].sort().map((name) => {
  const folder = join(here, "node_modules", name);
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((own) => /^licen[cs]e/i.test(own));
  if (!file || !existsSync(join(folder, file))) throw new Error(`${name} has no licence file`);
  return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
});
writeFileSync(join(web, "codemirror-licences.txt"), texts.join(`\n${"-".repeat(60)}\n\n`));
