import { createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { authorizePush, encryptPush, isPoint, makePlaceKeys } from './encrypt-push.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

test('the example of RFC 8291, section 5, is encrypted as it is there', () => {
  const encrypted = encryptPush(
    'When I grow up, I want to be a watermelon',
    {
      p256dh: bytes(
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      ),
      auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
    },
    {
      privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
      salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    },
  )
  expect(encrypted.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('a service verifies who sends with the key that the browser subscribed with, for its own address alone', () => {
  const keys = makePlaceKeys()
  const now = new Date('2026-11-26T05:00:00Z')
  const endpoint = new URL('https://push.example:8443/some/where?it=is')
  const header = authorizePush(keys, { endpoint, now, contact: 'https://bionic.example' })
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  expect(JSON.parse(bytes(head).toString())).toEqual({ typ: 'JWT', alg: 'ES256' })
  expect(JSON.parse(bytes(claims).toString())).toEqual({
    aud: 'https://push.example:8443',
    exp: now.getTime() / 1_000 + 12 * 3_600,
    sub: 'https://bionic.example',
  })
  const point = bytes(key)
  expect([key, isPoint(point)]).toEqual([keys.publicKey, true])
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const publicKey = createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
  })
  const isSigned = (text: string) =>
    verify('sha256', Buffer.from(text), { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes(signature))
  expect(isSigned(`${head}.${claims}`)).toBe(true)
  expect(isSigned(`${head}.${claims}x`)).toBe(false)
  const [, without = ''] = authorizePush(keys, { endpoint, now, contact: null }).split('.')
  expect(JSON.parse(bytes(without).toString())).toEqual({
    aud: 'https://push.example:8443',
    exp: now.getTime() / 1_000 + 12 * 3_600,
  })
})

test('only a point on the curve is taken for a key of a browser', () => {
  const { publicKey } = makePlaceKeys()
  const point = bytes(publicKey)
  expect(isPoint(point)).toBe(true)
  const beside = Uint8Array.from(point)
  beside[64] = (beside[64] ?? 0) ^ 1
  for (const wrong of [
    beside,
    point.subarray(0, 64),
    new Uint8Array(65),
    new Uint8Array(0),
    Buffer.concat([point, point]),
  ])
    expect(isPoint(wrong)).toBe(false)
})
