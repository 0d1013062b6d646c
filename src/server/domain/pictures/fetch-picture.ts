import type { IncomingMessage } from 'node:http'
import { limits } from '../../../shared/common/limits.ts'
import { checkUrl, type GetOptions, guardedGet, Unavailable } from '../../base/network/guarded-get.ts'
import { NotPublic } from '../../base/network/network.ts'

/** The headers reveal nothing about the viewer. */
const headers = {
  accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
  'accept-encoding': 'identity',
  'user-agent': 'Bionic',
}

/**
 * Fetches a picture over https. The bytes are unverified.
 * @throws {Unavailable} for the log only: the caller must not learn what is behind an address
 */
export async function fetchPicture(
  address: string,
  options: Pick<GetOptions, 'network' | 'ownHosts' | 'signal' | 'times'>,
): Promise<Uint8Array> {
  try {
    const got = await guardedGet(address, { ...options, headers, maxBytes: limits.uploadBytes, admit })
    return got.bytes
  } catch (error) {
    if (!(error instanceof NotPublic)) throw error
    throw new Unavailable('the server does not ask for such an address', { cause: error })
  }
}

/** Takes only https on its default port, a public name or address, no credentials. Names are not resolved here. */
export function parsePictureUrl(text: string, ownHosts: readonly string[]): URL | null {
  const url = URL.parse(text)
  try {
    return url && checkUrl(url, { ownHosts })
  } catch {
    return null
  }
}

/** Some file stores send these for everything; the decoder detects the actual type. */
const anything = ['', 'application/octet-stream', 'binary/octet-stream']

function admit(response: IncomingMessage): void {
  if (response.statusCode !== 200) throw new Unavailable(`it answers ${response.statusCode}`)
  const type = (response.headers['content-type'] ?? '').split(';', 1).join().trim().toLowerCase()
  if (!anything.includes(type) && !type.startsWith('image/'))
    throw new Unavailable('it does not say that it is a picture')
}
