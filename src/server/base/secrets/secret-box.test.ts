import { expect, test } from 'vitest'
import { SecretBox } from './secret-box.ts'

const [first, second] = ['one secret of thirty-two letters!', 'another secret with as many signs']
const place = ['wallet', 'id', 'https://models.example/v1']

test('a text opens in its place alone, under any secret that is still known', () => {
  const old = new SecretBox(second)
  const sealed = old.seal('the key', place)
  expect(sealed.secretId).toBe(old.secretId)
  for (const box of [old, new SecretBox(first, second), new SecretBox(second, first)])
    expect(box.open(sealed, place)).toBe('the key')
  expect(new SecretBox(first).open(sealed, place)).toBeNull()
  for (const elsewhere of [
    ['another', 'id', 'https://models.example/v1'],
    ['wallet', 'other', 'https://models.example/v1'],
    ['wallet', 'id', 'https://models.example/v2'],
    ['wallet', 'id,https://models.example/v1'],
    [],
  ])
    expect(old.open(sealed, elsewhere), String(elsewhere)).toBeNull()
  expect(new SecretBox(first, second).seal('new', place).secretId).toBe(new SecretBox(first).secretId)
})

test('no bit of what is stored can be changed, and nothing is encrypted twice alike', () => {
  const box = new SecretBox(first)
  const sealed = box.seal('the key', place)
  for (let bit = 0; bit < sealed.bytes.length * 8; bit++) {
    const bytes = Uint8Array.from(sealed.bytes)
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    expect(box.open({ ...sealed, bytes }, place), `bit ${bit}`).toBeNull()
  }
  for (let length = 0; length < sealed.bytes.length; length++)
    expect(box.open({ ...sealed, bytes: sealed.bytes.subarray(0, length) }, place), `${length}`).toBeNull()
  const nonces = Array.from({ length: 100 }, () =>
    Buffer.from(box.seal('the key', place).bytes).subarray(0, 12).toString('hex'),
  )
  expect(new Set(nonces).size).toBe(100)
})
