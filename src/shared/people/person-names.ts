import { limits } from '../common/limits.ts'

/** Names that would be taken for the place itself or for its staff, or that stand for nobody. */
const reserved = new Set(
  [
    ...[
      'admin',
      'administrator',
      'moderator',
      'mod',
      'staff',
      'team',
      'support',
      'help',
      'helpdesk',
      'service',
    ],
    ...['official', 'operator', 'owner', 'root', 'security', 'system', 'sysop', 'webmaster', 'postmaster'],
    ...['bionic', 'bionic_team', 'solana', 'phantom', 'solflare', 'devnet', 'mainnet', 'wallet'],
    ...['agent', 'agents', 'realm', 'realms', 'matrix', 'swarm', 'chat', 'settings', 'create', 'management'],
    ...['api', 'images', 'assets', 'metrics', 'by', 'me', 'you', 'anonymous', 'nobody', 'null', 'undefined'],
  ].map(skeletonOf),
)

/**
 * What two names have in common that a reader takes for each other (decision 30): `0` and `o`, `1` and `l`, and the
 * underscore, which is overlooked.
 */
export function skeletonOf(name: string): string {
  return name.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('_', '')
}

/** What keeps a name from being a person's, in a sentence; null where nothing does. Whether it is free, the server knows. */
export function personNameProblem(name: string): string | null {
  const { min, max } = limits.personName
  if (name.length < min) return `A name has at least ${min} characters.`
  if (name.length > max) return `A name can have at most ${max} characters.`
  if (/[^a-z0-9_]/.test(name)) return 'A name is made of a to z, 0 to 9 and _.'
  // An underscore is overlooked: what is left must be long enough to tell names apart.
  if (skeletonOf(name).length < min) return `A name has at least ${min} letters or digits.`
  if (reserved.has(skeletonOf(name))) return 'This name is reserved.'
  return null
}
