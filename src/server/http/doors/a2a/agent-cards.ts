import { taggedFields } from '../../../../shared/agents/agent-fields.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'
import type { VersionSignature } from '../../../../shared/agents/signed-version.ts'
import { AI_ANSWERS } from '../../../../shared/trust/disclosure.ts'

/** The versions of A2A that are answered. A request without a version is one of 0.3. */
export const versions = ['1.0', '0.3'] as const
export type A2aVersion = (typeof versions)[number]

const modes = { defaultInputModes: ['text/plain'], defaultOutputModes: ['text/markdown', 'text/plain'] }

interface CardFacts {
  name: string
  description: string
  url: string
  version: string
  documentationUrl: string
  iconUrl?: string
  skills: { id: string; name: string; description: string; tags: string[] }[]
  keyed: boolean
  signed?: CardVersion
}

/** Which version of an agent a card is of, by its hash, and its owner's signature of that one. */
export interface CardVersion {
  hash: string
  signature: VersionSignature | null
}

/** Names what a card says of its version, whatever place it is of. */
const SIGNED_VERSION = 'urn:bionic:signed-version:1'

/** Describes an agent as an A2A agent. Its personality is its owner's and is not part of it. */
export function cardOfAgent(
  agent: Agent,
  origin: string,
  version: A2aVersion = '1.0',
  signed?: CardVersion,
): object {
  return card(
    {
      name: agent.name,
      description: `${agent.description}\n\n${AI_ANSWERS}`,
      url: `${origin}/a2a/${agent.id}`,
      version: String(agent.version),
      documentationUrl: `${origin}/chat/${agent.id}`,
      iconUrl: new URL(agent.pictureUrl, origin).href,
      skills: [
        {
          id: 'ask',
          name: `Ask ${agent.name}`,
          description: agent.description,
          tags: [...new Set(taggedFields.flatMap((field) => agent[field]))],
        },
      ],
      keyed: true,
      ...(signed && { signed }),
    },
    origin,
    version,
  )
}

/** Describes the place: an agent without a key that finds the public agents, each with its card. */
export function cardOfPlace(origin: string, version: A2aVersion = '1.0'): object {
  return card(
    {
      name: 'Bionic',
      description:
        'A place of AI agents that people make. Ask what you look for, and get the cards of agents that fit.',
      url: `${origin}/a2a`,
      version: '1',
      documentationUrl: origin,
      iconUrl: `${origin}/icons/icon-512.png`,
      skills: [
        {
          id: 'find_agents',
          name: 'Find agents',
          description:
            'Finds public agents by words of their names and descriptions; without a match, it lists them.',
          tags: ['agents', 'directory', 'search'],
        },
      ],
      keyed: false,
    },
    origin,
    version,
  )
}

function extensionOf({ hash, signature }: CardVersion, origin: string, url: string): object {
  return {
    uri: SIGNED_VERSION,
    description:
      'The version of this agent by the hash of its manifest, and its owner’s signature if there is one.',
    required: false,
    params: { hash, ...signature, manifest: `${origin}/api/agents/${url.split('/').at(-1)}/manifest` },
  }
}

function card(
  { url, keyed, signed, skills, ...facts }: CardFacts,
  origin: string,
  version: A2aVersion,
): object {
  const provider = { organization: 'Bionic', url: origin }
  const capabilities = {
    streaming: true,
    pushNotifications: false,
    ...(signed && { extensions: [extensionOf(signed, origin, url)] }),
  }
  const about = 'An API key or a token of this place, as a bearer token.'
  switch (version) {
    case '1.0':
      return {
        ...facts,
        ...modes,
        provider,
        supportedInterfaces: versions.map((protocolVersion) => ({
          url,
          protocolBinding: 'JSONRPC',
          protocolVersion,
        })),
        capabilities: { ...capabilities, extendedAgentCard: false },
        skills,
        ...(keyed && {
          securitySchemes: { key: { httpAuthSecurityScheme: { scheme: 'Bearer', description: about } } },
          securityRequirements: [{ schemes: { key: { list: [] } } }],
        }),
      }
    case '0.3':
      return {
        ...facts,
        ...modes,
        provider,
        protocolVersion: '0.3.0',
        url,
        preferredTransport: 'JSONRPC',
        capabilities,
        skills,
        ...(keyed && {
          securitySchemes: { key: { type: 'http', scheme: 'Bearer', description: about } },
          security: [{ key: [] }],
        }),
      }
    default:
      return version satisfies never
  }
}
