import type { ModelResponse, SendRequest } from '../../src/server/llm/model-address.ts'

type Tamper = (send: SendRequest) => SendRequest

/** A client that is broken on purpose, and the scenario that has to find that out. */
export interface BrokenClient {
  name: string
  scenario: string
  /** Stands between the product and the network. */
  tamper?: Tamper
  /** How often its person signs in before they leave it. */
  signIns?: number
  /** Whether it calls tools that can't be offered, too. */
  callsAll?: true
}

type Init = NonNullable<Parameters<SendRequest>[1]>

/** Changes what is asked. */
const asking =
  (change: (url: URL, init: Init) => Init | undefined): Tamper =>
  (send) =>
  (address, init = {}) => {
    const url = new URL(address instanceof Request ? address.url : address)
    return send(url, change(url, init) ?? init)
  }

/** Changes what is answered. */
const answered =
  (change: (answer: ModelResponse, url: URL) => ModelResponse | Promise<ModelResponse>): Tamper =>
  (send) =>
  async (address, init) =>
    change(await send(address, init), new URL(address instanceof Request ? address.url : address))

const isAuthorization = ({ searchParams }: URL) => searchParams.has('response_type')

const inRequests = (names: readonly string[]) =>
  asking((url, init) => {
    for (const name of names) if (isAuthorization(url)) url.searchParams.delete(name)
    const isForm = typeof init.body === 'string' && init.body.startsWith('grant_type=')
    if (!isForm) return undefined
    const form = new URLSearchParams(String(init.body))
    for (const name of names) form.delete(name)
    return { ...init, body: String(form) }
  })

const headerOf = (answer: ModelResponse, name: string, change: (value: string) => string | null) => ({
  ...answer,
  headers: {
    get(wanted: string) {
      const value = answer.headers.get(wanted)
      return value !== null && wanted.toLowerCase() === name ? change(value) : value
    },
  },
})

/** Of metadata at an address that ends so. */
const inMetadata = (kind: RegExp, change: (metadata: Record<string, unknown>, url: URL) => void) =>
  answered(async (answer, url) => {
    if (!kind.test(url.pathname) || answer.status !== 200) return answer
    const pieces: Uint8Array[] = []
    for await (const piece of answer.body ?? []) pieces.push(piece)
    const metadata = JSON.parse(Buffer.concat(pieces).toString()) as Record<string, unknown>
    change(metadata, url)
    return { ...answer, body: once(Buffer.from(JSON.stringify(metadata))) }
  })

async function* once(bytes: Uint8Array) {
  yield bytes
}

const ofServer = /oauth-authorization-server|openid-configuration/

export const brokenClients: readonly BrokenClient[] = [
  {
    name: 'does not prove that it began the sign-in',
    scenario: 'auth/metadata-default',
    tamper: inRequests(['code_challenge', 'code_challenge_method', 'code_verifier']),
  },
  {
    name: 'does not say what its token is for',
    scenario: 'auth/metadata-default',
    tamper: inRequests(['resource']),
  },
  {
    name: 'does not read where the metadata is',
    scenario: 'auth/metadata-var3',
    tamper: answered((answer) => headerOf(answer, 'www-authenticate', () => 'Bearer')),
  },
  {
    name: 'does not use its own address as its name',
    scenario: 'auth/basic-cimd',
    tamper: inMetadata(ofServer, (metadata) => {
      delete metadata.client_id_metadata_document_supported
    }),
  },
  {
    name: 'ignores the scope that it is told',
    scenario: 'auth/scope-from-www-authenticate',
    tamper: inRequests(['scope']),
  },
  {
    name: 'asks for a part of the scopes',
    scenario: 'auth/scope-from-scopes-supported',
    tamper: asking((url) => {
      const [first] = url.searchParams.get('scope')?.split(' ') ?? []
      if (isAuthorization(url) && first) url.searchParams.set('scope', first)
      return undefined
    }),
  },
  {
    name: 'ignores that more has to be allowed',
    scenario: 'auth/scope-step-up',
    tamper: answered((answer) => (answer.status === 403 ? { ...answer, status: 400 } : answer)),
  },
  { name: 'signs in for ever', scenario: 'auth/scope-retry-limit', signIns: 8 },
  {
    name: 'does not look at who answers',
    scenario: 'auth/iss-wrong-issuer',
    tamper: (send) => {
      let issuer = ''
      const noting = inMetadata(ofServer, (metadata) => {
        issuer = String(metadata.issuer)
      })
      const leading = answered((answer) =>
        headerOf(answer, 'location', (location) => {
          const url = new URL(location)
          url.searchParams.set('iss', issuer)
          return url.href
        }),
      )
      return leading(noting(send))
    },
  },
  {
    name: 'does not look at whose metadata it is',
    scenario: 'auth/metadata-issuer-mismatch',
    tamper: inMetadata(ofServer, (metadata, url) => {
      metadata.issuer = url.origin
    }),
  },
  {
    name: 'does not look at what the metadata is of',
    scenario: 'auth/resource-mismatch',
    tamper: inMetadata(/oauth-protected-resource/, (metadata, url) => {
      metadata.resource = `${url.origin}/mcp`
    }),
  },
  {
    name: 'changes the state that it returns',
    scenario: 'sep-2322-client-request-state',
    tamper: asking((_url, init) =>
      typeof init.body === 'string' && init.body.includes('"requestState"')
        ? { ...init, body: init.body.replace('"requestState":"', '"requestState":"x') }
        : undefined,
    ),
  },
  {
    name: 'calls tools whose headers are not valid',
    scenario: 'http-invalid-tool-headers',
    callsAll: true,
  },
]
