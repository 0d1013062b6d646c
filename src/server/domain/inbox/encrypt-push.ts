import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto'

const CURVE = 'prime256v1'

/** Uncompressed, on P-256. */
const POINT_BYTES = 65
export const AUTH_BYTES = 16
const SALT_BYTES = 16

/** The one record of a push may not be longer (RFC 8291, section 4). */
const RECORD_BYTES = 4_096

interface PushKeys {
  p256dh: Uint8Array
  auth: Uint8Array
}

/** Whether a browser's key is a point on the curve, so that something can be encrypted for it. */
export function isPoint(key: Uint8Array): boolean {
  if (key.length !== POINT_BYTES || key[0] !== 4) return false
  const here = createECDH(CURVE)
  here.generateKeys()
  try {
    here.computeSecret(key)
    return true
  } catch {
    return false
  }
}

/**
 * Encrypts what one browser alone reads (RFC 8291, in the coding `aes128gcm` of RFC 8188).
 * @param given for the example of the standard; by default both are new for each push
 */
export function encryptPush(
  text: string,
  { p256dh, auth }: PushKeys,
  given: { privateKey?: Uint8Array; salt?: Uint8Array } = {},
): Buffer {
  const here = createECDH(CURVE)
  if (given.privateKey) here.setPrivateKey(given.privateKey)
  else here.generateKeys()
  const salt = given.salt ?? randomBytes(SALT_BYTES)
  const own = here.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, own])
  const secret = new Uint8Array(hkdfSync('sha256', here.computeSecret(p256dh), auth, info, 32))
  const derived = (purpose: string, length: number) =>
    new Uint8Array(hkdfSync('sha256', secret, salt, `Content-Encoding: ${purpose}\0`, length))
  const cipher = createCipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
  // The byte 2 ends the last record.
  const record = Buffer.concat([cipher.update(text, 'utf8'), cipher.update(Uint8Array.of(2)), cipher.final()])
  const head = Buffer.alloc(5)
  head.writeUInt32BE(RECORD_BYTES)
  head.writeUInt8(own.length, 4)
  return Buffer.concat([salt, head, own, record, cipher.getAuthTag()])
}

/** The keys by which push services recognise this place (RFC 8292), in base64url: a point and a number. */
export interface PlaceKeys {
  publicKey: string
  privateKey: string
}

export function makePlaceKeys(): PlaceKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: CURVE })
  const { d = '', x = '', y = '' } = privateKey.export({ format: 'jwk' })
  const point = Buffer.concat([Uint8Array.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return { publicKey: point.toString('base64url'), privateKey: d }
}

/** At most a day is allowed (RFC 8292, section 2). */
const TOKEN_SECONDS = 12 * 3_600

/** The header that proves to the service of one endpoint who sends. @param contact an https address, if there is one */
export function authorizePush(
  { publicKey, privateKey }: PlaceKeys,
  { endpoint, now, contact }: { endpoint: URL; now: Date; contact: string | null },
): string {
  const claims = {
    aud: endpoint.origin,
    exp: Math.floor(now.getTime() / 1_000) + TOKEN_SECONDS,
    ...(contact !== null && { sub: contact }),
  }
  const signed = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const key = createPrivateKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', d: privateKey, x: x ?? '', y: y ?? '' },
  })
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`
}
