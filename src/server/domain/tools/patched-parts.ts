import type { StoredPart } from '../../db/schema/part-columns.ts'
import type { PatchedPart } from './tool-decisions.ts'

/**
 * Puts calls into the parts of a reply, under its next revisions; null if it has none of them.
 * @param addsLost whether calls are added that its server had not stored yet when it died
 */
export function patchedParts(
  parts: readonly StoredPart[],
  calls: readonly PatchedPart[],
  addsLost = false,
): StoredPart[] | null {
  let revision = parts.reduce((most, part) => ('revision' in part ? Math.max(most, part.revision) : most), 0)
  let isChanged = false
  const patched = parts.map((part): StoredPart => {
    const call = part.kind === 'tool' ? calls.find(({ id }) => id === part.id) : undefined
    if (!call || part.kind !== 'tool' || isShown(part, call)) return part
    isChanged = true
    return { ...part, ...call, brings: part.brings, revision: ++revision }
  })
  if (!addsLost) return isChanged ? patched : null
  const known = new Set(parts.flatMap((part) => ('id' in part ? [part.id] : [])))
  const lost = calls.filter(({ id }) => !known.has(id)).toSorted((one, other) => one.id - other.id)
  const all = [
    ...patched,
    ...lost.map((call): StoredPart => ({ kind: 'tool', ...call, revision: ++revision })),
  ]
  return isChanged || lost.length > 0 ? all : null
}

/** What a reply shows as ended stays as it was shown. */
const isShown = ({ call, status }: StoredCall, now: PatchedPart) =>
  call === now.call && status.state === now.status.state && status.state !== 'waiting'

/** Whether calls of a reply wait for a decision, are to be done, or were sent. */
export const hasOpenCalls = (parts: readonly Pick<StoredPart, 'kind'>[]): boolean =>
  parts.some((part) => isCall(part) && ['waiting', 'allowed', 'running'].includes(part.status.state))

/** Whether a person has to say something before the reply can go on. */
export const waitsForWords = (parts: readonly Pick<StoredPart, 'kind'>[]): boolean =>
  parts.some((part) => isCall(part) && (part.status.state === 'waiting' || part.status.state === 'unknown'))

type StoredCall = Extract<StoredPart, { kind: 'tool' }>

const isCall = (part: Pick<StoredPart, 'kind'>): part is StoredCall => part.kind === 'tool'
