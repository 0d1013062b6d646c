export function participantCount(participants: readonly string[]): string {
  const count = participants.length
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'participant' : 'participants'}`
}
