/** The ways in which a reply can end, with their colour tokens, in the order in which they are shown everywhere. */
export const replyEnds = [
  { end: 'finished', hue: 'good' },
  { end: 'stopped', hue: 'muted' },
  { end: 'interrupted', hue: 'warning' },
  { end: 'failed', hue: 'bad' },
] as const
