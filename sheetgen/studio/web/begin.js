// The first questions, asked while the editor is still loading; whoever waits for the answers is told what went wrong.

import { ask, remembered } from "./api.js";

const hello = ask("hello");
// The layout to begin with: the one that was open before a reload, else the one that the studio was started with.
const name = hello.then(({ opened, files }) => [remembered(), opened, files[0]].find((own) => files.includes(own)) ?? "");
const opened = name.then((own) => (own ? ask("open", { name: own }) : null));
for (const own of [hello, name, opened]) own.catch(() => {});

export const beginning = { hello, name, opened };
