/** The ways in which a reply can end, with their colour tokens, in the order in which they are shown everywhere. */
export const replyEnds = [
  { end: 'finished', name: 'Finished', meaning: 'said to the end', hue: 'good' },
  { end: 'stopped', name: 'Stopped', meaning: 'by whoever asked', hue: 'muted' },
  { end: 'interrupted', name: 'Interrupted', meaning: 'by a server that ended', hue: 'warning' },
  { end: 'failed', name: 'Failed', meaning: 'without an answer, or half-way', hue: 'bad' },
] as const
