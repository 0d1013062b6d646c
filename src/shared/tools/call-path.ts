import type { CallPlace } from './decisions.ts'

/** The address of the page on which a call stands. */
export function callPath({ scope, scopeId }: CallPlace, agentId: string | null): string {
  switch (scope) {
    case 'conversation':
      return agentId === null ? '/inbox' : `/chat/${agentId}/${scopeId}`
    case 'realm':
      return `/realm/${scopeId}`
    case 'run':
      return `/swarm/${scopeId}`
    default:
      return scope satisfies never
  }
}
