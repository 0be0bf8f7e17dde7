// What the walk uses of Node.
declare module "node:fs/promises" {
  export function readFile(path: string): Promise<Uint8Array<ArrayBuffer>>;
}
declare const process: { argv: string[] };
