import * as z from 'zod/mini'
import type { HubRequests } from './hub-requests.ts'
import { ModelRefusal } from './model-refusal.ts'
import type { HubSource } from './model-source.ts'

export interface FileInHub {
  address: URL
  /** The name of the file, without folders. */
  name: string
  bytes: number
  /** Of its content, in hex, as the hub says. */
  sha256: string
}

const LONGEST_LIST = 2 * 1024 * 1024
const MOST_BYTES = 64e9

const listSchema = z.array(
  z.object({
    path: z.string(),
    size: z.optional(z.number()),
    lfs: z.optional(z.object({ oid: z.string(), size: z.number() })),
  }),
)

/** Quantizations in the order of preference where none is named. */
const usual = ['Q4_K_M', 'Q8_0', 'Q4_0']

/** Asks the hub for a repository's files and takes the one that is meant. @throws {ModelRefusal} if there is none */
export async function findInHub(
  hub: string,
  { owner, repository, file }: HubSource,
  requests: HubRequests,
  signal: AbortSignal,
): Promise<FileInHub> {
  const base = hub.replace(/\/+$/, '')
  const list = new URL(`${base}/api/models/${owner}/${repository}/tree/main?recursive=true`)
  const parsed = listSchema.safeParse(await requests.getJson(list, LONGEST_LIST, signal))
  if (!parsed.success) throw new ModelRefusal('The hub’s answer is no list of files.')
  const weights = parsed.data.filter(({ path }) => /\.gguf$/i.test(path) && !/mmproj/i.test(path))
  const found = choose(weights, file)
  if (!found) throw new ModelRefusal('The hub has no such file of weights (GGUF) there.')
  if (/-\d{5}-of-\d{5}\.gguf$/i.test(found.path))
    throw new ModelRefusal('This model comes in several files. Choose one that is in a single file.')
  const { oid = '', size = 0 } = found.lfs ?? {}
  if (!/^[0-9a-f]{64}$/.test(oid)) throw new ModelRefusal('The hub names no hash of this file.')
  if (!Number.isSafeInteger(size) || size < 1 || size > MOST_BYTES)
    throw new ModelRefusal('The hub names no size of this file that could be true.')
  const path = found.path.split('/').map(encodeURIComponent).join('/')
  return {
    address: new URL(`${base}/${owner}/${repository}/resolve/main/${path}`),
    name: (found.path.split('/').at(-1) ?? '').replaceAll(/[^\w.-]/g, '_').slice(-120),
    bytes: size,
    sha256: oid,
  }
}

function choose(
  weights: z.infer<typeof listSchema>,
  file: HubSource['file'],
): z.infer<typeof listSchema>[number] | undefined {
  const withPart = (part: string) =>
    weights.find(({ path }) => path.toLowerCase().includes(part.toLowerCase()))
  if (file && 'path' in file) return weights.find(({ path }) => path === file.path)
  if (file) return withPart(file.quantization)
  return usual.map(withPart).find((one) => one !== undefined) ?? weights[0]
}
