import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** Section 9: every number of it that the product uses is one named constant, written in one place. */
const source = fileURLToPath(new URL('../src', import.meta.url))

/** The product's code without its comments, where a number may well be spoken of. */
const code = new Map(
  readdirSync(source, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.(tsx?|css)$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [
      relative(source, path).split(sep).join('/'),
      readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, ''),
    ]),
)

const filesWith = (pattern: RegExp) =>
  [...code].flatMap(([file, text]) => [...text.matchAll(new RegExp(pattern, 'g'))].map(() => file))

/** What it is, its name with its value; and, where it can be told from others like it, its value in any form. */
const constants: [what: string, definition: string, literal?: RegExp][] = [
  ['chat model', "CHAT_MODEL: z._default(z.string(), 'gpt-4-turbo-preview')", /gpt-4-turbo-preview/],
  ['temperature', 'temperature: 0.85', /temperature: [\d.]/],
  ['tokens of a reply', 'max_tokens: 1000', /max_tokens: [\d.]/],
  ['presence penalty', 'presence_penalty: 0.7', /presence_penalty: [\d.]/],
  ['frequency penalty', 'frequency_penalty: 0.4', /frequency_penalty: [\d.]/],
  ['stay of a toast', 'TOAST_MS = 5_000', /duration[:=] ?\{?5_?000/],
  ['confirmation of a copied address', 'COPIED_MS = 400'],
  ['closing of the wallet modal', 'CLOSING_MS = 150', /transition-opacity duration-150/],
  ['folding of the wallet options', 'COLLAPSE_MS = 250', /duration-250/],
  ['key of the wallet', "WALLET_NAME_KEY = 'walletName'", /'walletName'/],
  ['network', "'https://api.devnet.solana.com'", /api\.devnet/],
  ['wait before the redirect', 'REDIRECT_MS = 1_500'],
  ['capabilities of a card', 'CARD_CAPABILITIES = 3'],
  ['skeletons', 'LOADING_SKELETONS = 6'],
  ['width of a message', '--container-message: 80%', /max-w-\[80%\]/],
  ['particles at most', 'MAX_PARTICLES = 80'],
  ['pixels of a particle', 'PIXELS_PER_PARTICLE = 25_000', /25_?000/],
  ['distance of a connection', 'CONNECTION_DISTANCE = 150'],
  ['tick of the session', 'TICK_MS = 30_000'],
  ['ticks before the end', 'REFRESH_WITHIN_TICKS = 3'],
  ['margin of a session', 'EXPIRY_MARGIN_MS = 10_000'],
  ['first wait of a retry', 'FIRST_RETRY_MS = 200'],
  ['retries of the model', 'MODEL_RETRIES = 2', /maxRetries: \d/],
  ['patience with the model', 'MODEL_TIMEOUT_MS = 600_000', /\b600_?000/],
  ['patience of the socket', 'REALTIME_TIMEOUT_MS = 10_000'],
  ['heartbeat of the socket', 'HEARTBEAT_MS = 30_000'],
  [
    'waits before a reconnection',
    'RECONNECT_MS = [1_000, 2_000, 5_000, 10_000]',
    /1_?000, 2_?000, 5_?000, 10_?000/,
  ],
  ['wait for an undo', 'UNDO_DELETE_MS = 10_000'],
  ['message over the limit', 'chatMessage: 4_000'],
  ['default image', "DEFAULT_IMAGE_URL = '/images/default.webp'", /images\/default\.webp/],
]

// §9.1, §9.2, §9.3, §9.4, §9.5, §9.6, §9.7, §9.8, §9.9, §9.10, §9.11, §9.12, §9.13, §9.14, §9.24, §9.25,
// §9.26, §9.27, §9.29, §9.30, §9.31, §9.32, §9.34, §9.35, §9.36, §9.37, §9.38
test.each(constants)('the %s is one constant, defined in one place', (_, definition, literal) => {
  const escaped = definition.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const places = filesWith(new RegExp(escaped))
  expect(places).toHaveLength(1)
  if (literal) expect([...new Set(filesWith(literal))].filter((other) => other !== places[0])).toEqual([])
})

test.each(constants.filter(([, definition]) => /^[A-Z_]+ =/.test(definition)))(
  'the %s is used by its name',
  (_, definition) => {
    const name = definition.split(' ', 1).join()
    expect(filesWith(new RegExp(`\\b${name}\\b`)).length).toBeGreaterThan(1)
  },
)

// §9.40
test('every date and every number is written in en-US', () => {
  const writes = /\.toLocale(Date|Time)?String\(|\bIntl\.(DateTimeFormat|NumberFormat)\(/
  const inOtherLocales = new RegExp(`(${writes.source})(?!'en-US'|\\)\\.resolvedOptions)`)
  expect(filesWith(writes).length).toBeGreaterThan(100)
  expect(filesWith(inOtherLocales)).toEqual([])
})
