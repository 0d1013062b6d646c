/** Section 2: the three info cards of /create, in the order of what the form asks. */
const cards = [
  {
    title: 'Identity',
    text: 'Name, image and description are what people see in the Neural Entity Matrix, where your agent is listed at once.',
  },
  {
    title: 'Cognition',
    text: 'Personality, instructions, capabilities and knowledge domains stand before every reply that it gives.',
  },
  {
    title: 'Ownership',
    text: 'It belongs to the wallet that signs. Only that wallet can edit, hide or delete it.',
  },
]

export function SynthesisCards() {
  return (
    <ul className="grid gap-3.5 md:grid-cols-3 md:gap-4.5">
      {cards.map((card, index) => (
        <li key={card.title} className="panel hairline cut grid content-start gap-2 p-5">
          <p className="flex items-center gap-3">
            <span aria-hidden="true" className="label text-cyan">
              0{index + 1}
            </span>
            <strong className="display text-[17px] font-semibold">{card.title}</strong>
          </p>
          <p className="text-sm text-soft">{card.text}</p>
        </li>
      ))}
    </ul>
  )
}
