const notes = [
  [
    'Messages',
    'are what was asked of the agent, a retry included, in chats, conversations, realms, swarms and drafts. Your own count like anybody’s.',
  ],
  ['Conversations', 'count when they begin. Realms begin none.'],
  ['People', 'are wallets, each once in a window. Visitors have none, so they count as messages alone.'],
  [
    'First words',
    'is the time from the question to the first words of the reply: half were at least as quick, and 95 of 100. It can be 3% off.',
  ],
  ['Upvotes', 'of a window are those given in it that still stand.'],
  [
    'Hours and days',
    'are those of UTC, and the last one is still running. A reply counts for the one in which it was asked.',
  ],
] as const

/** What the figures count, and what they don't. */
export function FiguresNotes() {
  return (
    <section aria-labelledby="notes" className="grid gap-3 border-t border-line pt-5">
      <h2 id="notes" className="label">
        What these figures count
      </h2>
      <ul className="grid gap-x-6 gap-y-2 text-[13px] text-soft lg:grid-cols-2">
        {notes.map(([name, text]) => (
          <li key={name}>
            <strong className="font-semibold text-text">{name}</strong> {text}
          </li>
        ))}
      </ul>
      <p className="text-[13px] text-soft">
        They are sums alone. No word that anybody said is in them, and nobody but you reads them.
      </p>
    </section>
  )
}
