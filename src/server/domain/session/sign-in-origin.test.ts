import { expect, test } from 'vitest'
import { signInOrigin } from './sign-in-origin.ts'

test('the public address is the origin, wherever the request says it went', () => {
  expect(signInOrigin('https://bionic.example/', 'http://10.0.0.7:3000')).toBe('https://bionic.example')
  expect(signInOrigin('http://bionic.example:8080/path', 'http://localhost')).toBe(
    'http://bionic.example:8080',
  )
})

test.each(['http://localhost', 'http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
  'without a public address this machine is believed: %s',
  (origin) => {
    expect(signInOrigin(undefined, origin)).toBe(origin)
  },
)

test.each([
  'http://evil.example',
  'http://localhost.evil.example',
  'http://evil-localhost:3000',
  'http://127.0.0.1.evil.example:3000',
  'http://127.0.0.2:3000',
  'http://0.0.0.0:3000',
  'http://192.168.1.5:3000',
  'http://localhost:3000@evil.example',
  'http://localhost:3000\nhttp://evil.example',
])('without a public address any other is refused with what to do: %j', (origin) => {
  expect(() => signInOrigin(undefined, origin)).toThrow(
    expect.objectContaining({ code: 'sign_in_rejected', message: expect.stringContaining('PUBLIC_URL') }),
  )
})
