import { expect, test } from 'vitest'
import { parseRedisUrl } from './redis-address.ts'

test('one address is one Redis, and several are nodes that share scheme and password', () => {
  expect(parseRedisUrl('redis://cache')).toMatchObject([{ url: 'redis://cache', host: 'cache', port: 6379 }])
  const shared = { username: 'ann', password: 'p/w', isEncrypted: true }
  expect(parseRedisUrl('rediss://ann:p%2Fw@a:7000, b,[::1]:7002')).toEqual([
    { url: 'rediss://ann:p%2Fw@a:7000', host: 'a', port: 7000, ...shared },
    { url: 'rediss://ann:p%2Fw@b', host: 'b', port: 6379, ...shared },
    { url: 'rediss://ann:p%2Fw@[::1]:7002', host: '::1', port: 7002, ...shared },
  ])
})

test('a comma in a password divides nothing', () => {
  expect(parseRedisUrl('redis://:one,two@cache:6380/2')).toMatchObject([
    { host: 'cache', port: 6380, password: 'one,two' },
  ])
})

test('what is no list of addresses is none', () => {
  for (const text of [
    'cache:6379',
    'http://cache',
    'redis://a:7000,',
    'redis://a:7000,b:x',
    'redis://a:99999',
  ])
    expect(parseRedisUrl(text), text).toBeNull()
})
