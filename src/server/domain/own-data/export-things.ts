import { orGone } from '../failure.ts'
import { pathOf, type ZipEntry } from '../zip/write-zip.ts'
import { document } from './export-json.ts'
import { wordMarkdown } from './export-markdown.ts'

/** As JSON for machines, and as Markdown for people. */
export function* written(path: string, value: object, markdown: string): Generator<ZipEntry> {
  yield document(`${path}.json`, value)
  yield { path: `${path}.md`, content: markdown }
}

/** With the path of their files, without an extension. */
export async function* things<Listed, Thing>(
  folder: string,
  listed: readonly Listed[],
  open: (one: Listed) => Promise<Thing | null>,
  titleOf: (thing: Thing) => string,
): AsyncGenerator<[path: string, thing: Thing]> {
  for (const [index, one] of listed.entries()) {
    const thing = await orGone(open(one))
    if (thing !== null) yield [pathOf(folder, index, titleOf(thing)), thing]
  }
}

export async function* wordsMarkdown(
  head: string,
  words: () => AsyncIterable<{ content: string; createdAt: string }>,
): AsyncGenerator<string> {
  yield head
  for await (const word of words()) yield wordMarkdown(word)
}
