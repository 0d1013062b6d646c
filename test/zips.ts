import { fromBufferPromise } from 'yauzl'

/** The files of a zip by their path, as text. */
export async function unzip(bytes: Uint8Array): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const zip = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true })
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    files.set(entry.fileName, Buffer.concat(chunks).toString())
  }
  return files
}
