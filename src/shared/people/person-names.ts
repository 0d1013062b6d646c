import { limits } from '../common/limits.ts'

/** These could be mistaken for the product or its staff, or stand for nobody. */
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

/** Equal for names that readers confuse (record 0041); underscores are easily overlooked. */
export function skeletonOf(name: string): string {
  return name.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('_', '')
}

/** Returns what is wrong with a name, or null. Only the server knows whether it is free. */
export function personNameProblem(name: string): string | null {
  const { min, max } = limits.personName
  if (name.length < min) return `A name has at least ${min} characters.`
  if (name.length > max) return `A name can have at most ${max} characters.`
  if (/[^a-z0-9_]/.test(name)) return 'A name is made of a to z, 0 to 9 and _.'
  // Underscores are ignored in comparisons, so the rest must be long enough to tell names apart.
  if (skeletonOf(name).length < min) return `A name has at least ${min} letters or digits.`
  if (reserved.has(skeletonOf(name))) return 'This name is reserved.'
  return null
}
