import * as z from 'zod/mini'
import { printableSecret, randomSecrets, secret } from './env-secrets.ts'
import {
  addressRanges,
  dataFolder,
  duration,
  filesPlace,
  flag,
  namedValues,
  number,
  origin,
  postgresAddress,
  postgresAddresses,
  redisAddress,
  samplerNames,
  splitByComma,
  wallets,
  webAddress,
} from './env-values.ts'

/** The variables of the environment, empty ones left out (`.env.example`). */
export const envSchema = z.object({
  PORT: z._default(number('a port number from 0 to 65535', 0, 65_535), 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  /** Sign-in messages are bound to this origin; without it, sign-in works at loopback addresses only. */
  PUBLIC_URL: z.optional(origin),
  /** Wallets that are told on any screen what only the operator can change. */
  OPERATORS: wallets,
  /** Where people write to whoever runs this place: a mail address or a page. */
  CONTACT: z.optional(
    z.pipe(
      z
        .string()
        .check(
          z.regex(/^(?:[^\s@]+@[^\s@]+|https?:\/\/\S+)$/, 'must be a mail address or the address of a page.'),
        ),
      z.transform((contact) => contact.replace(/^mailto:/i, '')),
    ),
  ),
  DATA_DIR: z._default(dataFolder, './data'),
  /** Megabytes to keep free on the disk of DATA_DIR: with less, nothing is stored any more. */
  MIN_FREE_MB: z._default(number('a number of megabytes', 0, 1_000_000), 64),
  /** How often the server backs up its database; without it, it does not. */
  BACKUP_EVERY: z.optional(duration),
  /** How long backups are kept; the newest always is. */
  BACKUP_KEEP: z._default(duration, '7d'),
  /** Where they are; without it `backups` in DATA_DIR. */
  BACKUP_DIR: z.optional(dataFolder),
  /** Where the bytes of pictures and documents are; without it in the database. */
  FILES: filesPlace,
  /** Of a bucket; without it Amazon's of that region. */
  FILES_ENDPOINT: z.optional(
    webAddress('the address of a server of S3’s kind, such as http://127.0.0.1:9000'),
  ),
  FILES_REGION: z._default(z.string(), 'us-east-1'),
  FILES_KEY: z.optional(secret),
  FILES_SECRET: z.optional(secret),
  DATABASE_URL: postgresAddress,
  /** Streaming replicas of that PostgreSQL, from which lists, searches and figures are read. */
  DATABASE_REPLICAS: postgresAddresses,
  REDIS_URL: redisAddress,
  OPENAI_API_KEY: z.optional(z.string()),
  OPENAI_BASE_URL: z.optional(
    webAddress('the base address of a chat-completions API, such as http://127.0.0.1:11434/v1'),
  ),
  CHAT_MODEL: z._default(z.string(), 'gpt-4-turbo-preview'),
  /** The keys of further providers, each of which makes its models available. */
  ANTHROPIC_API_KEY: z.optional(z.string()),
  GEMINI_API_KEY: z.optional(z.string()),
  OPENROUTER_API_KEY: z.optional(z.string()),
  GROQ_API_KEY: z.optional(z.string()),
  MISTRAL_API_KEY: z.optional(z.string()),
  DEEPSEEK_API_KEY: z.optional(z.string()),
  XAI_API_KEY: z.optional(z.string()),
  TOGETHER_API_KEY: z.optional(z.string()),
  /** Where more models are described; without it `models.json` in DATA_DIR, if there is one. */
  MODELS_FILE: z.optional(z.string()),
  /** Where servers of tools for the place are named; without it `mcp.json` in DATA_DIR, if there is one. */
  MCP_FILE: z.optional(z.string()),
  /** For models whose name the server does not know. */
  CHAT_WINDOW_TOKENS: z.optional(number('a number of tokens', 2_048, 10_000_000)),
  /** Beginnings of names, in place of the known ones. */
  VISION_MODELS: z.optional(z.pipe(z.string(), z.transform(splitByComma))),
  /** What people's own model keys are encrypted under: the first one encrypts, all of them decrypt. */
  SECRET_KEY: randomSecrets,
  /** Addresses that people's own models may be at, besides public ones. */
  MODEL_ADDRESS_RANGES: addressRanges,
  /** Addresses that the web page tool may ask besides public ones. */
  TOOL_ADDRESS_RANGES: addressRanges,
  /** Where `npm run model` and the page find models by name. */
  MODEL_HUB: z._default(webAddress('the base address of a hub of models'), 'https://huggingface.co'),
  /** Downloads of models go through them, as everywhere. */
  HTTP_PROXY: z.optional(webAddress('the address of a proxy')),
  HTTPS_PROXY: z.optional(webAddress('the address of a proxy')),
  NO_PROXY: z.optional(z.string()),
  SOLANA_RPC_URL: z._default(
    webAddress('the address of a Solana RPC endpoint'),
    'https://api.devnet.solana.com',
  ),
  SEED_SAMPLES: z._default(flag, '1'),
  /** With 1, other programs may ask public agents without an API key, under the limits of an address. */
  OPEN_DOORS: z._default(flag, '0'),
  /** What each wallet may use in a day (UTC) of the models that the place pays for; without them as much as it likes. */
  PLACE_WORDS_A_DAY: z.optional(number('a number of words', 1, 1_000_000_000)),
  PLACE_CENTS_A_DAY: z.optional(number('a number of cents', 1, 1_000_000_000)),
  /** Of all visitors together, who have no wallet. */
  PLACE_VISITOR_WORDS_A_DAY: z.optional(number('a number of words', 1, 1_000_000_000)),
  /** Requests a minute, for each wallet and for each address. */
  RATE_LIMIT_CHAT: z._default(number('a number of requests a minute', 1, 1_000_000), 60),
  RATE_LIMIT_WRITE: z._default(number('a number of requests a minute', 1, 1_000_000), 120),
  RATE_LIMIT_REALM: z._default(number('a number of messages a minute', 1, 1_000_000), 60),
  RATE_LIMIT_READ: z._default(number('a number of requests a minute', 1, 10_000_000), 3_000),
  /** Attempts of one address to open a socket, per minute. */
  RATE_LIMIT_SOCKET: z._default(number('a number of tries a minute', 1, 1_000_000), 600),
  /** Requests that are processed concurrently; one address gets a quarter of them at most, and the rest are queued. */
  REQUESTS_AT_ONCE: z._default(number('a number of requests', 1, 10_000), 8),
  REQUESTS_WAITING: z._default(number('a number of requests', 1, 100_000), 300),
  /** On this server. A page has one socket, however many realms it shows. */
  SOCKETS_PER_ADDRESS: z._default(number('a number of sockets', 1, 1_000_000), 200),
  SOCKETS_PER_WALLET: z._default(number('a number of sockets', 1, 1_000_000), 20),
  REALMS_PER_ADDRESS: z._default(number('a number of realms', 1, 1_000_000), 400),
  REALMS_PER_WALLET: z._default(number('a number of realms', 1, 1_000_000), 40),
  /** What one wallet may store: numbers of items, and megabytes of all its texts and pictures. */
  QUOTA_AGENTS: z._default(number('a number of agents', 1, 1_000_000), 200),
  QUOTA_REALMS: z._default(number('a number of realms', 1, 1_000_000), 100),
  QUOTA_CONVERSATIONS: z._default(number('a number of conversations', 1, 10_000_000), 5_000),
  QUOTA_WORDS_MB: z._default(number('a number of megabytes', 1, 1_000_000), 200),
  QUOTA_PICTURES_MB: z._default(number('a number of megabytes', 1, 1_000_000), 100),
  /** For how many hours after its first sign-in a wallet may do less; with 0, every wallet may do everything at once. */
  NEW_WALLET_HOURS: z._default(number('a number of hours', 0, 8_760), 24),
  AGENT_SOURCES: z._default(number('a number of documents', 1, 1_000), 100),
  AGENT_SOURCES_MB: z._default(number('a number of megabytes', 1, 100_000), 200),
  QUOTA_SOURCES_MB: z._default(number('a number of megabytes', 1, 1_000_000), 1_000),
  SOURCE_MB: z._default(number('a number of megabytes', 1, 25), 25),
  /** Proxies in front of the server that append to X-Forwarded-For; with 0, only the socket's address is trusted. */
  TRUSTED_PROXIES: z._default(number('a number of proxies', 0, 10), 0),
  /** Seconds that running replies get when the server is told to end (SIGTERM); with 0, they are interrupted at once. */
  DRAIN_SECONDS: z._default(number('a number of seconds', 0, 3_600), 30),
  /** Concurrent connections, sockets and streams included; further ones are closed immediately. */
  MAX_CONNECTIONS: z._default(number('a number of connections', 1, 1_000_000), 20_000),
  /** A token that allows `GET /metrics` from other machines, with `Authorization: Bearer <token>`. */
  METRICS_TOKEN: z.optional(printableSecret.check(z.minLength(16, 'must have at least 16 characters.'))),
  /** A collector of traces and metrics (OTLP over HTTP in JSON); without it nothing of that is loaded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(
    webAddress('the address of a collector, such as http://127.0.0.1:4318'),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: namedValues('headers such as authorization=Bearer%20secret'),
  OTEL_SERVICE_NAME: z._default(z.string(), 'bionic'),
  OTEL_RESOURCE_ATTRIBUTES: namedValues('attributes such as deployment.environment.name=home'),
  OTEL_TRACES_SAMPLER: z._default(
    z.enum(samplerNames, `must be one of ${samplerNames.join(', ')}.`),
    'parentbased_always_on',
  ),
  /** For the two samplers whose names end in `traceidratio`: the share of traces that are recorded. */
  OTEL_TRACES_SAMPLER_ARG: z._default(
    z.coerce
      .number('must be a share from 0 to 1.')
      .check(z.gte(0, 'must be at least 0.'), z.lte(1, 'must be at most 1.')),
    1,
  ),
  RATE_LIMIT_WEB_PICTURES: z._default(number('a number of pictures a minute', 1, 1_000_000), 20),
  PICTURE_MEMORY_MB: z._default(number('a number of megabytes', 128, 65_536), 512),
  DOCUMENT_MEMORY_MB: z._default(number('a number of megabytes', 160, 65_536), 256),
  LOG_LEVEL: z._default(
    z.enum(
      ['silent', 'fatal', 'error', 'warn', 'info', 'debug'],
      'must be silent, fatal, error, warn, info or debug.',
    ),
    'info',
  ),
})
