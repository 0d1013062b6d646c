/** Of a realm in a list, which has only some of its participants, or of one that has them all. */
export function participantCount(realm: {
  participants: readonly string[]
  participantCount?: number | undefined
}): string {
  const count = realm.participantCount ?? realm.participants.length
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'participant' : 'participants'}`
}
