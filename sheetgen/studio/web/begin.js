// The first questions, asked while the editor is still loading; whoever waits for the answers is told what went wrong.

import { ask } from "./api.js";

const hello = ask("hello");
const opened = hello.then(({ opened, files }) => {
  const name = opened || files[0];
  return name ? ask("open", { name }) : null;
});
for (const own of [hello, opened]) own.catch(() => {});

export const beginning = { hello, opened };
