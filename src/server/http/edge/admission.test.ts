import { expect, test } from 'vitest'
import { Failure } from '../../domain/failure.ts'
import { createAdmission } from './admission.ts'

const usual = { HOST: '127.0.0.1', PUBLIC_URL: undefined }

function outcome(
  {
    method = 'GET',
    target = '/',
    hosts = ['localhost:3000'],
    authorization,
  }: Partial<Parameters<ReturnType<typeof createAdmission>>[0]>,
  env: Parameters<typeof createAdmission>[0] = usual,
): string {
  try {
    return createAdmission(env)({ method, target, hosts, authorization }).target
  } catch (error) {
    if (error instanceof Failure) return error.code
    throw error
  }
}

const onHost = (host: string, env: Partial<Parameters<typeof createAdmission>[0]> = {}) =>
  outcome({ hosts: [host] }, { ...usual, ...env })

test.each([
  'localhost',
  'localhost:1',
  'LocalHost:3000',
  'bionic.localhost:3000',
  'a.b.localhost',
  '127.0.0.1:3000',
  '127.255.0.9',
  '[::1]:3000',
  '[0:0:0:0:0:0:0:1]',
])('%s is this machine, with a public address and without', (host) => {
  expect(onHost(host)).toBe('/')
  expect(onHost(host, { PUBLIC_URL: 'https://bionic.example' })).toBe('/')
})

test.each([
  'evil.example',
  'evil.example:3000',
  'localhost.evil.example',
  'localhost.',
  'notlocalhost',
  '127.0.0.1.evil.example',
  '128.0.0.1',
  '192.168.1.5:3000',
  '0.0.0.0:3000',
  '[::]:3000',
  '[::ffff:10.0.0.1]',
  '[fe80::1]',
  'localhost:99999',
])('%s is not', (host) => {
  expect(onHost(host)).toBe('misdirected_request')
  expect(onHost(host, { PUBLIC_URL: 'https://bionic.example', HOST: '0.0.0.0' })).toBe('misdirected_request')
  expect(onHost(host, { HOST: '::' })).toBe('misdirected_request')
})

test.each([
  '',
  'localhost@evil.example',
  'evil.example/localhost',
  'a b',
  '[::1',
  'localhost:',
  'localhost:x',
  'ü',
  '[v1.a]',
])('%j is no host', (host) => {
  expect(onHost(host)).toBe('bad_request')
})

test('the public address is known by its host and port, in any writing', () => {
  const PUBLIC_URL = 'https://Bionic.example/'
  for (const host of ['bionic.example', 'BIONIC.example:443']) expect(onHost(host, { PUBLIC_URL })).toBe('/')
  for (const host of [
    'bionic.example:80',
    'www.bionic.example',
    'bionic.example.',
    'bionic.example.evil.example',
  ])
    expect(onHost(host, { PUBLIC_URL })).toBe('misdirected_request')
  expect(onHost('bionic.example:8080', { PUBLIC_URL: 'http://bionic.example:8080' })).toBe('/')
})

test('so is the address that the server was told to listen on, if it is one', () => {
  expect(onHost('192.168.1.5:3000', { HOST: '192.168.1.5' })).toBe('/')
  expect(onHost('[fd00::5]', { HOST: 'fd00:0::5' })).toBe('/')
  expect(onHost('box.lan', { HOST: 'box.lan' })).toBe('/')
  expect(onHost('192.168.1.6', { HOST: '192.168.1.5' })).toBe('misdirected_request')
})

test('a request has one host, and a whole address names the same one', () => {
  expect(outcome({ hosts: [] })).toBe('bad_request')
  expect(outcome({ hosts: ['localhost', 'localhost'] })).toBe('bad_request')
  const target = 'http://localhost:3000/vacant?query=a'
  expect(outcome({ target })).toBe('/vacant?query=a')
  expect(outcome({ target: 'HTTP://LOCALHOST:3000' })).toBe('/')
  expect(outcome({ target: 'http://localhost:3000?a' })).toBe('/?a')
  expect(outcome({ target, hosts: ['127.0.0.1'] })).toBe('bad_request')
  expect(outcome({ target, hosts: ['evil.example'] })).toBe('misdirected_request')
  expect(outcome({ target: 'http://evil.example/' })).toBe('misdirected_request')
  expect(outcome({ target: 'http://evil.example@localhost:3000/' })).toBe('bad_request')
  expect(outcome({ target: 'http:///x' })).toBe('bad_request')
})

test('health is told under any name, and under none', () => {
  for (const target of ['/healthz', '/readyz', '/healthz?x', 'http://10.0.0.1/healthz'])
    for (const hosts of [[], ['10.0.0.1'], ['a b'], ['x', 'y']])
      expect(outcome({ target, hosts })).toMatch(/^\/(healthz|readyz)/)
  expect(outcome({ target: '/healthz/', hosts: ['evil.example'] })).toBe('misdirected_request')
  expect(outcome({ target: '/metrics', hosts: ['evil.example'] })).toBe('misdirected_request')
})

test('metrics are told under any name to who brings their token, and to nobody else', () => {
  const METRICS_TOKEN = 'a-long-enough-metrics-token'
  const env = { HOST: '0.0.0.0', PUBLIC_URL: 'https://bionic.example', METRICS_TOKEN }
  const asked = {
    target: '/metrics',
    hosts: ['bionic.example:3000'],
    authorization: `Bearer ${METRICS_TOKEN}`,
  }
  for (const hosts of [asked.hosts, ['10.0.0.5:3000'], ['bionic-1:3000']])
    expect(outcome({ ...asked, hosts }, env)).toBe('/metrics')
  for (const authorization of [undefined, 'Bearer another-metrics-token', 'Bearer undefined'])
    expect(outcome({ ...asked, authorization }, env)).toBe('misdirected_request')
  expect(outcome({ ...asked, target: '/' }, env)).toBe('misdirected_request')
  expect(outcome({ ...asked, authorization: 'Bearer undefined' }, { ...env, METRICS_TOKEN: undefined })).toBe(
    'misdirected_request',
  )
})

test.each([
  '//',
  '///',
  '//[',
  '//other.example/x',
  '/..//other.example',
  '/.//other.example',
  '/%2e%2e//other.example',
  'http://localhost:3000//other.example',
])('%s would be another server to a browser, and is nothing', (target) => {
  expect(outcome({ target })).toBe('not_found')
})

test.each([
  '',
  '*',
  'vacant',
  'other.example:443',
  'javascript:alert(1)',
  '/\\other.example',
  '\\\\other.example',
  '/a\\b?c',
  '/a#b',
  '/a b',
  '/a\tb',
  '/\u0000',
  '/ü',
  `/${'a'.repeat(8_192)}`,
  `/?${'a=1&'.repeat(3_000)}`,
])('%j is no address', (target) => {
  expect(outcome({ target })).toBe('bad_request')
})

test('whatever else stands in an address is for routes to judge', () => {
  for (const target of [
    '/a//b',
    '/%2f%2fother.example',
    '/%00',
    '/%zz',
    '/[',
    '/{}|^`',
    '/@other.example',
    '/?a=\\&b=//c',
    '/?%',
  ])
    expect(outcome({ target })).toBe(target)
})

test.each(['TRACE', 'TRACK', 'CONNECT', 'PROPFIND', 'QUERY', 'get', 'FOO', ''])(
  '%j is no method here',
  (method) => {
    expect(outcome({ method })).toBe('method_not_allowed')
  },
)
