import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

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
