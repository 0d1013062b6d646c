import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { AddressRanges, isPublicAddress } from './public-address.ts'

test.each([
  '93.184.215.14',
  '1.1.1.1',
  '100.63.255.255',
  '172.32.0.1',
  '223.255.255.255',
  '2606:2800:21f:cb07:6820:80da:af6b:8b2c',
  '2a00:1450:4001:81b::200e',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  // This machine, its network, its provider's network.
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  // Reserved for other uses.
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  // The same in IPv6.
  '::',
  '::1',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd00:ec2::254',
  'fec0::1',
  'ff02::1',
  '100::1',
  '2001:db8::1',
  '3fff::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '5f00::1',
  // An IPv4 address embedded in an IPv6 one.
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:93.184.215.14',
  '::127.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::a00:1',
  '2002:7f00:1::',
  '2002:a00:1::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2606:2800:21f::5efe:10.0.0.1',
  '2606:2800:21f::5efe:7f00:1',
  '2606:2800:21f:1:200:5efe:a00:1',
  '100:0:0:1::1',
  '2001:1::1',
  '2001:4:112::1',
  // Not an address.
  '',
  'localhost',
  '1.2.3.4.5',
])('%j is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test('the addresses of this machine are not public, whatever they are', () => {
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses)
  expect(own.length).toBeGreaterThan(0)
  for (const { address } of own) expect(isPublicAddress(address)).toBe(false)
})

test('a range has the addresses of its own kind, and those that embed them', () => {
  const ranges = new AddressRanges(['10.0.0.0/8', '::1/128'])
  for (const inside of ['10.0.0.1', '10.255.255.255', '::1', '::ffff:10.1.2.3'])
    expect(ranges.includes(inside), inside).toBe(true)
  for (const outside of ['11.0.0.1', '::2', '::ffff:11.0.0.1', '64:ff9b::a00:1', '::1%lo', 'ten', ''])
    expect(ranges.includes(outside), outside).toBe(false)
})
