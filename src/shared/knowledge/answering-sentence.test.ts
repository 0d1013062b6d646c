import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { answeringSentence, claimsOf, markedIn } from './answering-sentence.ts'

const LIGHTHOUSE =
  'The lighthouse stands on a rock of granite. Its lamp is lit by a keeper each evening at dusk, and put out when the sun has risen. The oil is kept in the cellar, in twelve barrels. In fog the bell is rung twice every minute. No boat lands in winter.'
const LEASE =
  'Der Vertrag beginnt am 1. März. Die Kündigungsfrist beträgt drei Monate zum Quartalsende. Haustiere brauchen eine schriftliche Erlaubnis. Die Kaution wird spätestens sechs Monate nach dem Auszug zurückgezahlt.'

/** Passages of documents, what replies said with them, and the sentence that it was said from. */
const answers: [passage: string, said: string, sentence: string | null][] = [
  [LIGHTHOUSE, 'A keeper lights the lamp every evening at dusk', 'Its lamp is lit by'],
  [LIGHTHOUSE, 'The oil is stored in twelve barrels', 'The oil is kept'],
  [LIGHTHOUSE, 'When there is fog, the bell rings two times a minute', 'In fog the bell'],
  [LIGHTHOUSE, 'In winter boats cannot land', 'No boat lands'],
  [LIGHTHOUSE, 'It was built on granite', 'The lighthouse stands'],
  [LIGHTHOUSE, 'Nothing is known about its architect', null],
  [LEASE, 'Die Frist für die Kündigung sind drei Monate zum Ende des Quartals', 'Die Kündigungsfrist'],
  [LEASE, 'Sie bekommen die Kaution nach sechs Monaten zurück', 'Die Kaution'],
  [LEASE, 'Für Haustiere ist eine schriftliche Erlaubnis nötig', 'Haustiere'],
  [
    'La garantie dure deux ans. Les piles ne sont pas couvertes. Pour un échange, envoyez l’appareil avec la facture.',
    'Les piles ne sont pas incluses dans la garantie',
    'Les piles',
  ],
  [
    'Сервер запускается каждую ночь в три часа. Резервная копия хранится тридцать дней. Журнал удаляется через год.',
    'Резервные копии хранится 30 дней, то есть тридцать дней',
    'Резервная копия',
  ],
  [
    '灯台は岩の上に立っている。灯りは毎晩、日没に番人がともす。霧の日には鐘を鳴らす。冬は船が着かない。',
    '霧のときは鐘を鳴らします',
    '霧の日には',
  ],
  [
    '灯塔立在岩石上。每天黄昏由看守人点灯。有雾时每分钟敲钟两次。冬天没有船靠岸。',
    '有雾时要敲钟两次',
    '有雾时',
  ],
  [
    'يقف المنار على صخرة. يضيء الحارس المصباح كل مساء عند الغروب. يقرع الجرس في الضباب مرتين كل دقيقة.',
    'يقرع الحارس الجرس مرتين في الضباب',
    'يقرع الجرس',
  ],
  [
    'המגדלור עומד על סלע. השומר מדליק את המנורה בכל ערב. הפעמון מצלצל בערפל.',
    'השומר מדליק את המנורה בערב',
    'השומר מדליק',
  ],
  ['ประภาคารตั้งอยู่บนหิน\nผู้เฝ้าจุดตะเกียงทุกเย็น\nระฆังดังเมื่อมีหมอก', 'ผู้เฝ้าจะจุดตะเกียงในตอนเย็น', 'ผู้เฝ้าจุด'],
  [
    'Product: Tea; Price: 2; Stock: 40\nProduct: Bread; Price: 3; Stock: 12\nProduct: Salt; Price: 1; Stock: 90',
    'Bread costs 3',
    'Product: Bread',
  ],
  [
    'The pump runs at night. It is checked by the\nengineer on duty every second Monday. Spare parts are in store B.',
    'The engineer on duty checks the pump on every second Monday',
    'It is checked by the\nengineer',
  ],
]

test.each(answers)('in %j, what says %j is found', (passage, said, beginning) => {
  const range = answeringSentence(passage, said)
  const text = range && passage.slice(range.from, range.to)
  expect(text === null ? null : text.slice(0, beginning?.length)).toBe(beginning)
})

test('what is marked is a third of the passage at the median, and never more than it', () => {
  const marked = answers.map(([passage, said]) => {
    const [range = { from: 0, to: 0 }] = markedIn(passage, [said])
    return { share: (range.to - range.from) / passage.length, length: range.to - range.from }
  })
  const sorted = marked.map(({ share }) => share).sort((one, other) => one - other)
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(0.4)
  expect(sorted.at(-1)).toBe(1)
})

test('a claim is the sentence before its mark, or what stands since the mark before it', () => {
  const said = (text: string) => claimsOf(text).map(({ n, text }) => `${n} ${text}`)
  expect(said('It stands on granite. The lamp is lit at dusk [2]. The bell rings [1].')).toEqual([
    '2 The lamp is lit at dusk',
    '1 The bell rings',
  ])
  expect(said('The lamp is lit at dusk. [2][3]')).toEqual([
    '2 The lamp is lit at dusk.',
    '3 The lamp is lit at dusk.',
  ])
  expect(said('The lamp is lit at dusk [1] and put out at dawn [2].')).toEqual([
    '1 The lamp is lit at dusk',
    '2 and put out at dawn',
  ])
  expect(said('Two things:\n\n- the lamp is lit [1]\n- the bell rings [2, 3]')).toEqual([
    '1 - the lamp is lit',
    '2 - the bell rings',
    '3 - the bell rings',
  ])
})

test('the sentences of several claims are marked once each, in order', () => {
  const ranges = markedIn(LIGHTHOUSE, [
    'In fog the bell is rung',
    'the lamp is lit at dusk',
    'the bell in fog',
  ])
  expect(ranges.map(({ from }) => LIGHTHOUSE.slice(from, from + 8))).toEqual(['Its lamp', 'In fog t'])
  expect(markedIn(LIGHTHOUSE, ['Something else'])).toEqual([{ from: 0, to: LIGHTHOUSE.length }])
  expect(markedIn(LIGHTHOUSE, [])).toEqual([{ from: 0, to: LIGHTHOUSE.length }])
})

test('of sentences that say the same the first is marked', () => {
  expect(answeringSentence('The lamp burns. The lamp burns.', 'The lamp burns')).toEqual({ from: 0, to: 15 })
})

test('whatever a passage and a claim are, what is marked lies within the passage and is no white space', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'lamp ', 'bell', '. ', '\n', ' ', '。', '灯', '💡', '3 '),
    maxLength: 60,
  })
  fc.assert(
    fc.property(text, text, (passage, claim) => {
      const range = answeringSentence(passage, claim)
      if (!range) return
      expect(range.from).toBeGreaterThanOrEqual(0)
      expect(range.to).toBeLessThanOrEqual(passage.length)
      const marked = passage.slice(range.from, range.to)
      expect(marked).toBe(marked.trim())
      expect(marked).not.toBe('')
    }),
  )
})
