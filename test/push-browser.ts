import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { startPictureServer } from './picture-server.ts'

/** What a push service took for a browser, and what the browser reads of it. */
export interface ReceivedPush {
  headers: IncomingMessage['headers']
  body: Buffer
  text: string
}

/** Decrypts as a browser does (RFC 8291, RFC 8188). @throws if anything of it is not as it has to be */
function decrypt(
  body: Buffer,
  { curve, auth }: { curve: ReturnType<typeof createECDH>; auth: Buffer },
): string {
  const salt = body.subarray(0, 16)
  const recordBytes = body.readUInt32BE(16)
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const record = body.subarray(21 + sender.length)
  if (record.length > recordBytes || body.length > 4_096) throw new Error('a push is too long')
  const own = curve.getPublicKey()
  const derived = (key: Uint8Array, salted: Uint8Array, info: Uint8Array, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salted, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
  const secret = derived(curve.computeSecret(sender), auth, info, 32)
  const key = derived(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derived(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('a push has no end')
  return padded.subarray(0, end).toString()
}

/** A browser with a subscription at a push service on this machine. */
export function pushBrowser(service: Awaited<ReturnType<typeof startPictureServer>>) {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  const auth = randomBytes(16)
  const path = `/push/${randomBytes(8).toString('hex')}`
  const received: ReceivedPush[] = []
  let status = 201
  service.answers.set(path, async (request, response) => {
    const body = await buffer(request)
    received.push({ headers: request.headers, body, text: decrypt(body, { curve, auth }) })
    response.writeHead(status).end('thanks')
  })
  return {
    received,
    subscription: {
      endpoint: `https://pictures.example${path}`,
      keys: { p256dh: curve.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
    },
    /** What the service answers from now on. */
    answer(next: number) {
      status = next
    },
  }
}
