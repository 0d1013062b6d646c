import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { deviceOf, networkOf } from './device-and-network.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Edge on Windows',
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0`,
    'Opera on Linux',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox on Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/140.0 Mobile/15E148 Safari/605.1.15',
    'Firefox on iPad',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari on macOS or iPad',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
    'An unknown browser on iPhone',
  ],
  ['curl/8.5.0', 'curl'],
  ['node', 'A Node.js program'],
  ['', 'An unknown device'],
  ['<img src=x onerror=alert(1)>', 'An unknown device'],
])('%s is %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})

test('nothing of what a browser says is passed on', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (said) => {
      const marked = `${said}<b>Chrome/1 Android</b>`
      expect(deviceOf(marked)).toMatch(/^[A-Za-z. ]+$/)
      expect(deviceOf(marked)).not.toContain('<')
    }),
  )
})

test.each([
  ['203.0.113.77', '203.0.113.x'],
  ['203.0.113.77:4711', '203.0.113.x'],
  ['::ffff:203.0.113.77', '203.0.113.x'],
  ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:x'],
  ['2001:0db8::1', '2001:db8:0:x'],
  ['[2001:db8::1]:443', '2001:db8:0:x'],
  ['fe80::1%eth0', 'fe80:0:0:x'],
  ['127.0.0.1', 'this server’s machine'],
  ['::ffff:127.0.0.1', 'this server’s machine'],
  ['::1', 'this server’s machine'],
  ['unknown', null],
  ['in-process', null],
  ['<script>', null],
  ['999.1.1.1', null],
  ['', null],
])('%s is of %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
