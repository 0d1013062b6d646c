/** How a reply can end, with the token of its colour, in the order in which they are told everywhere. */
export const replyEnds = [
  { end: 'finished', name: 'Finished', meaning: 'said to the end', hue: 'good' },
  { end: 'stopped', name: 'Stopped', meaning: 'by whoever asked', hue: 'muted' },
  { end: 'interrupted', name: 'Interrupted', meaning: 'by a server that ended', hue: 'warning' },
  { end: 'failed', name: 'Failed', meaning: 'without an answer, or half-way', hue: 'bad' },
] as const
