import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { agentSources } from '../../../../test/agent-sources.ts'
import { testApp } from '../../../../test/app.ts'
import { testDatabase } from '../../../../test/database.ts'
import { lines, makePdf } from '../../../../test/documents/make-pdf.ts'
import { makeEpub } from '../../../../test/documents/make-zip.ts'

/**
 * Documents of many programs and languages, all of them of one agent, and questions about them. A question in the words
 * of its passage must find it, on its page or under its heading. A lexical search is not good at questions in other
 * words: the test fixes how many of these are found, so that regressions are noticed.
 */

const file = (name: string) => readFileSync(new URL(`../../../../test/documents/${name}`, import.meta.url))

/** A hundred and twenty pages, each about one item of a store, and one of them about the subject of the question. */
const inventory = makePdf(
  Array.from({ length: 120 }, (_, index) => {
    const page = index + 1
    if (page === 87)
      return lines(
        'Item 87 is the brass sextant of Captain Orsolya Vane, who gave it to the',
        'store in exchange for rope and lamp oil. It is insured for four hundred crowns',
        'and may be lent to pupils of the navigation school, never for longer than a week.',
        'Whoever borrows it signs the green book and leaves a watch as a pledge.',
      )
    return lines(
      `Item ${page} stands in row ${(page % 12) + 1} of the store and was counted in the spring.`,
      `Its weight is ${page * 3} pounds, its box has the number ${1000 + page * 7}, and it is dusted`,
      'twice a year by whoever has the duty. Nothing about it is out of the ordinary,',
      'and nobody has asked for it since it was brought up from the harbour.',
    )
  }),
)

/** Two columns with alternating lines, as written by a program that goes down the page. */
const leaflet = makePdf([
  [
    ['The ferry to the northern islands', 'Bicycles travel free of charge on every'],
    ['leaves from the old pier and takes', 'crossing but the first one, when the deck'],
    ['three hours when the sea is calm.', 'is full of milk cans. Dogs wear a muzzle'],
    ['Tickets are sold in the harbour', 'and stay with their masters in the rear'],
    ['office until the evening before,', 'saloon. Parcels up to twenty pounds are'],
    ['and on board for twice the price.', 'handed to the purser before departure.'],
  ].flatMap(([left = '', right = ''], index) => [
    { text: left, x: 50, y: 780 - index * 16 },
    { text: right, x: 320, y: 780 - index * 16 },
  ]),
])

const novel = makeEpub([
  '<h1>The Glassblower</h1><p>In the winter when the canal froze, Marta Ilvonen took over the furnace from her uncle. She learnt to gather the molten glass on the pipe and to keep it turning, for glass that rests for a moment sags and is lost. Her first bowl was green and crooked, and she kept it all her life on the sill of the kitchen.</p>',
  '<h1>The Apprentice</h1><p>Tobias came in the spring, barefoot, with a letter from the parish. He swept the ash and carried sand for two years before he was allowed to touch the pipe. On the day of the great storm he saved the furnace by holding the door shut with his back until the roof beam had fallen.</p>',
  '<h1>The Letter from Murano</h1><p>The masters of Murano wrote that they would buy forty goblets of the smoky kind, if the recipe for the colour came with them. Marta burnt the letter. The secret was a pinch of iron and the ash of birch bark, and nobody but Tobias ever heard of it.</p>',
])

const pageOfTheWeb = `<!doctype html><html lang="en"><head><title>How to mend a drystone wall</title><script>track()</script></head><body>
<nav><a href="/">Home</a> <a href="/walls">All walls</a> <a href="/shop">Shop</a></nav>
<article><h1>How to mend a drystone wall</h1>
<p>Strip the fallen length down to the footing and sort the stones by size on the grass, the largest nearest to the wall. A gap of two metres takes a day for one person, and half a day for two who know each other.</p>
<h2>Throughstones</h2><p>Every metre or so, at knee height, a throughstone is laid that reaches from one face to the other. Without throughstones the faces part and the wall bellies out within ten winters.</p>
<h2>Hearting</h2><p>The middle is packed with small stones, never with earth, which the rain washes out. Each piece of hearting is wedged by hand so that nothing can rattle.</p></article>
<footer>Subscribe to our newsletter and follow us.</footer></body></html>`

const japanese = `<!doctype html><html lang="ja"><head><meta charset="utf-8"><title>温泉旅館のご案内</title></head><body><main>
<h2>お風呂</h2><p>大浴場は朝五時から夜十一時までご利用いただけます。露天風呂は天候により閉まることがあります。タオルは一階の受付でお貸ししております。</p>
<h2>お食事</h2><p>夕食は午後六時から食堂でお出しします。山菜の天ぷらと川魚の塩焼きが名物です。食物アレルギーのある方は前日までにお知らせください。</p></main></body></html>`

const arabic = `# دليل المكتبة القديمة

## المواعيد

تفتح المكتبة أبوابها كل يوم من الساعة التاسعة صباحا حتى الساعة الثامنة مساء. يمكن للزائر أن يستعير ثلاثة كتب في الأسبوع، ويعيدها إلى الموظف عند الباب الكبير. ومن تأخر عن الموعد يدفع غرامة صغيرة عن كل يوم، وتصرف الغرامات في ترميم الكتب القديمة وشراء الورق.

## المخطوطات

تحفظ المخطوطات النادرة في الطابق السفلي، في صناديق من خشب الأرز. لا يسمح بالتصوير هناك، ولا يدخل القارئ إلا مع أمين المخطوطات وبعد غسل اليدين.`

const prices = `name;price;delivery
Beeswax candle;4 crowns;two days
Copper kettle;38 crowns;three weeks, made to order
"Lantern, storm-proof";21 crowns;one week`

const documents: [name: string, content: Buffer | string][] = [
  ['observatory.pdf', file('observatory.pdf')],
  ['bees-columns.pdf', file('bees-columns.pdf')],
  ['bakery-pdfkit.pdf', file('bakery-pdfkit.pdf')],
  ['garden-pdflib.pdf', file('garden-pdflib.pdf')],
  ['house-rules.docx', file('house-rules.docx')],
  ['inventory.pdf', inventory],
  ['leaflet.pdf', leaflet],
  ['novel.epub', novel],
  ['wall.html', pageOfTheWeb],
  ['onsen.html', japanese],
  ['library.md', arabic],
  ['prices.csv', prices],
]

/** The place of the answer: a page, a heading, or neither. */
type Place = number | string | null

const inSameWords: [question: string, document: string, place: Place, says: string][] = [
  ['When does the last carriage down the hill leave?', 'observatory.pdf', 1, 'quarter past six'],
  ['How wide is the mirror of the great telescope?', 'observatory.pdf', 2, 'ninety-two centimetres'],
  ['What does a broken eyepiece cost?', 'observatory.pdf', 3, 'sixty crowns'],
  ['Wann wird mit Oxalsäure behandelt?', 'bees-columns.pdf', 1, 'Im Dezember'],
  ['Wie viel Futter braucht ein Volk für den Winter?', 'bees-columns.pdf', 1, 'fünfzehn Kilogramm Futter'],
  ['Combien de temps la pâte lève-t-elle dans la cave ?', 'bakery-pdfkit.pdf', 1, 'douze heures'],
  ['Que devient une commande qui n’est pas retirée ?', 'bakery-pdfkit.pdf', 3, 'refuge'],
  ['How high may a hedge be?', 'garden-pdflib.pdf', 2, 'metre and a half'],
  ['When is the yearly rent of a plot due?', 'garden-pdflib.pdf', 3, 'first of March'],
  ['Was kostet eine Wäsche in der Waschküche?', 'house-rules.docx', 'Waschküche', 'siebzig Cent'],
  ['Was tun, wenn die gelbe Lampe leuchtet?', 'house-rules.docx', 'Heizung', 'Aschekasten'],
  ['Who gave the brass sextant to the store?', 'inventory.pdf', 87, 'Orsolya Vane'],
  ['Where are tickets for the ferry sold?', 'leaflet.pdf', 1, 'harbour office until the evening before'],
  ['Do bicycles travel free on every crossing?', 'leaflet.pdf', 1, 'every crossing but the first one'],
  ['How did Tobias save the furnace in the storm?', 'novel.epub', 'The Apprentice', 'with his back'],
  ['What did the masters of Murano want to buy?', 'novel.epub', 'The Letter from Murano', 'forty goblets'],
  ['Why does a wall need throughstones?', 'wall.html', 'Throughstones', 'bellies out'],
  ['露天風呂は何時まで利用できますか', 'onsen.html', 'お風呂', '夜十一時まで'],
  ['食物アレルギーの連絡はいつまでですか', 'onsen.html', 'お食事', '前日まで'],
  ['كم كتابا يمكن أن يستعير الزائر في الأسبوع؟', 'library.md', 'المواعيد', 'ثلاثة كتب'],
  ['أين تحفظ المخطوطات النادرة؟', 'library.md', 'المخطوطات', 'خشب الأرز'],
  ['How long does the delivery of a copper kettle take?', 'prices.csv', null, 'three weeks'],
]

const inOtherWords: typeof inSameWords = [
  ['Which lubricant may not be used on the rotating roof?', 'observatory.pdf', 1, 'mineral oil'],
  ['Can I sleep there, and what do I get to eat in the morning?', 'observatory.pdf', 3, 'porridge'],
  [
    'Ab welcher Anzahl von Parasiten muss ich mir Sorgen machen?',
    'bees-columns.pdf',
    1,
    'mehr als zehn am Tag',
  ],
  ['Quelle essence brûle-t-on pour chauffer ?', 'bakery-pdfkit.pdf', 2, 'hêtre'],
  ['May I irrigate automatically in summer?', 'garden-pdflib.pdf', 1, 'Sprinklers are forbidden'],
  ['Darf ich abends Musik machen?', 'house-rules.docx', null, 'zweiundzwanzig und sechs Uhr'],
  ['What must a student leave behind as a security?', 'inventory.pdf', 87, 'a watch as a pledge'],
  ['Are pets allowed on the boat?', 'leaflet.pdf', 1, 'Dogs wear a muzzle'],
  ['What gave the vessels their grey tint?', 'novel.epub', 'The Letter from Murano', 'birch bark'],
  ['Can soil be used as filling?', 'wall.html', 'Hearting', 'never with earth'],
  ['バスタオルはどこで借りられますか', 'onsen.html', 'お風呂', '一階の受付'],
]

/** How many questions in other words have their answer among the first five results. */
const FOUND_IN_OTHER_WORDS = 6

const app = testApp(await testDatabase())
const ada = await app.signIn()
const sources = agentSources(app)
const agent = await sources.makeAgent(ada)
for (const [name, content] of documents) {
  const { state } = await sources.read(agent, ada, {
    name,
    body: typeof content === 'string' ? content : new Uint8Array(content),
  })
  if (state.kind !== 'ready') throw new Error(`${name}: ${JSON.stringify(state)}`)
}

/** Whether the answer to a question is among the first five results, at its place. */
async function isFound([question, document, place, says]: (typeof inSameWords)[number]): Promise<boolean> {
  const found = await app.knowledge.searchPassages({
    agentId: agent.id,
    wallet: ada.address,
    query: question,
  })
  return found
    .slice(0, 5)
    .some(
      ({ sourceName, page, lastPage, heading, text }) =>
        sourceName === document &&
        text.includes(says) &&
        (typeof place === 'number'
          ? (page ?? 0) <= place && (lastPage ?? page ?? 0) >= place
          : place === null || heading === place),
    )
}

test.each(inSameWords)('“%s” is answered by %s', async (...question) => {
  expect(await isFound(question)).toBe(true)
})

test('of the questions in other words as many are found as ever', async () => {
  const found: string[] = []
  for (const question of inOtherWords) if (await isFound(question)) found.push(question[0])
  expect(found.length, found.join('\n')).toBeGreaterThanOrEqual(FOUND_IN_OTHER_WORDS)
})

test('every passage says truly where it lies: its neighbours repeat what it has at its ends', async () => {
  const all = await app.knowledge.findPassages({
    agentId: agent.id,
    wallet: ada.address,
    question: 'sextant',
    limitCharacters: Number.MAX_SAFE_INTEGER,
  })
  expect(new Set(all.map(({ sourceName }) => sourceName)).size).toBe(documents.length)
  const inOrder = Object.groupBy(all, ({ sourceId }) => sourceId)
  for (const passages of Object.values(inOrder)) {
    const sorted = (passages ?? []).toSorted((one, other) => one.number - other.number)
    expect(sorted.map(({ number }) => number)).toEqual(sorted.map((_, index) => index + 1))
    for (const [index, passage] of sorted.entries()) {
      expect(passage.text.length).toBe(passage.to - passage.from)
      expect(passage.text.length).toBeLessThanOrEqual(1_200)
      const next = sorted[index + 1]
      if (!next || next.from >= passage.to) continue
      expect(passage.text.slice(next.from - passage.from)).toBe(next.text.slice(0, passage.to - next.from))
    }
  }
})
