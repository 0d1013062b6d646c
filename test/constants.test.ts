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

/** What it is, where it is defined, its name with its value; and, where it can be told from others like it, its value in any form. */
const constants: [what: string, file: string, definition: string, literal?: RegExp][] = [
  [
    'chat model',
    'server/env.ts',
    "CHAT_MODEL: z._default(z.string(), 'gpt-4-turbo-preview')",
    /gpt-4-turbo-preview/,
  ],
  ['temperature', 'server/llm/model-settings.ts', 'temperature: 0.85', /temperature: [\d.]/],
  ['tokens of a reply', 'server/llm/model-settings.ts', 'max_tokens: 1000', /max_tokens: [\d.]/],
  ['presence penalty', 'server/llm/model-settings.ts', 'presence_penalty: 0.7', /presence_penalty: [\d.]/],
  ['frequency penalty', 'server/llm/model-settings.ts', 'frequency_penalty: 0.4', /frequency_penalty: [\d.]/],
  ['stay of a toast', 'web/ui/toast.ts', 'TOAST_MS = 5_000', /duration[:=] ?\{?5_?000/],
  ['confirmation of a copied address', 'web/features/wallet/wallet-menu.tsx', 'COPIED_MS = 400'],
  [
    'closing of the wallet modal',
    'web/features/wallet/wallet-modal.tsx',
    'CLOSING_MS = 150',
    /transition-opacity duration-150/,
  ],
  [
    'folding of the wallet options',
    'web/features/wallet/wallet-modal.tsx',
    'COLLAPSE_MS = 250',
    /duration-250/,
  ],
  [
    'key of the wallet',
    'web/features/wallet/remembered-wallet.ts',
    "WALLET_NAME_KEY = 'walletName'",
    /'walletName'/,
  ],
  ['network', 'server/env.ts', "'https://api.devnet.solana.com'", /api\.devnet/],
  ['wait before the redirect', 'web/features/agents/create/use-create-agent.ts', 'REDIRECT_MS = 1_500'],
  ['capabilities of a card', 'shared/limits.ts', 'CARD_CAPABILITIES = 3'],
  ['skeletons', 'shared/limits.ts', 'LOADING_SKELETONS = 6'],
  ['width of a message', 'web/styles/tokens.css', '--container-message: 80%', /max-w-\[80%\]/],
  ['particles at most', 'web/app/particle-network.ts', 'MAX_PARTICLES = 80'],
  ['pixels of a particle', 'web/app/particle-network.ts', 'PIXELS_PER_PARTICLE = 25_000', /25_?000/],
  ['distance of a connection', 'web/app/particle-network.ts', 'CONNECTION_DISTANCE = 150'],
  ['tick of the session', 'web/lib/session.ts', 'TICK_MS = 30_000'],
  ['ticks before the end', 'web/lib/session.ts', 'REFRESH_WITHIN_TICKS = 3'],
  ['margin of a session', 'web/lib/session.ts', 'EXPIRY_MARGIN_MS = 10_000'],
  ['first wait of a retry', 'web/lib/retrying-fetch.ts', 'FIRST_RETRY_MS = 200'],
  ['retries of the model', 'server/llm/model-settings.ts', 'MODEL_RETRIES = 2', /maxRetries: \d/],
  ['patience with the model', 'server/llm/model-settings.ts', 'MODEL_TIMEOUT_MS = 600_000', /\b600_?000/],
  ['patience of the socket', 'shared/realtime.ts', 'REALTIME_TIMEOUT_MS = 10_000'],
  ['heartbeat of the socket', 'shared/realtime.ts', 'HEARTBEAT_MS = 30_000'],
  [
    'waits before a reconnection',
    'shared/realtime.ts',
    'RECONNECT_MS = [1_000, 2_000, 5_000, 10_000]',
    /1_?000, 2_?000, 5_?000, 10_?000/,
  ],
  ['wait for an undo', 'shared/limits.ts', 'UNDO_DELETE_MS = 10_000'],
  ['message over the limit', 'shared/limits.ts', 'chatMessage: 4_000'],
  [
    'default image',
    'shared/agent-defaults.ts',
    "DEFAULT_IMAGE_URL = '/images/default.webp'",
    /images\/default\.webp/,
  ],
]

test.each(constants)('the %s is one constant, defined in one place', (_, file, definition, literal) => {
  const escaped = definition.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  expect(filesWith(new RegExp(escaped))).toEqual([file])
  if (literal) expect([...new Set(filesWith(literal))].filter((other) => other !== file)).toEqual([])
})

test.each(constants.filter(([, , definition]) => /^[A-Z_]+ =/.test(definition)))(
  'the %s is used by its name',
  (_, __, definition) => {
    const name = definition.split(' ', 1).join()
    expect(filesWith(new RegExp(`\\b${name}\\b`)).length).toBeGreaterThan(1)
  },
)
