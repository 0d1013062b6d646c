import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { agentSources } from '../../../../test/agent-sources.ts'
import { testApp } from '../../../../test/app.ts'
import { testDatabase } from '../../../../test/database.ts'
import { lines, makePdf } from '../../../../test/documents/make-pdf.ts'
import { makeEpub, makeZip } from '../../../../test/documents/make-zip.ts'

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

/** A document as word processors store it: styles name the headings, and a table has its cells in paragraphs. */
const manual = (() => {
  const paragraph = (text: string, style?: string) =>
    `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t>${text}</w:t></w:r></w:p>`
  const row = (...cells: string[]) =>
    `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`
  const body = [
    paragraph('The tower clock', 'Heading1'),
    paragraph(
      'The weights are wound up every Saturday with ninety turns of the crank. If the pendulum is stopped for cleaning, it is started again at the full hour, by the signal of the railway station.',
    ),
    paragraph('Striking work', 'Heading2'),
    paragraph(
      'The hammer falls upon the bell three seconds after the hand is upright. A leather pad of four millimetres keeps it from lying against the bronze, which would crack within a year.',
    ),
    paragraph('Upkeep', 'Heading2'),
    `<w:tbl>${row('Part', 'Grease', 'Interval')}${row('Escape wheel', 'bone oil', 'each month')}${row('Great arbor', 'graphite paste', 'each second year')}${row('Bell hammer', 'none at all', 'wiped in autumn')}</w:tbl>`,
    paragraph('Winter', 'Heading2'),
    paragraph(
      'Snow on the northern dial is knocked off with the ash pole from the hatch. Salt is never thrown there, because the gilding peels from the numerals.',
    ),
  ]
  const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
  const style = (level: number) =>
    `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/></w:style>`
  return makeZip([
    {
      path: '[Content_Types].xml',
      content:
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/></Types>',
    },
    {
      path: '_rels/.rels',
      content:
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    },
    {
      path: 'word/_rels/document.xml.rels',
      content:
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
    },
    { path: 'word/styles.xml', content: `<w:styles ${w}>${style(1)}${style(2)}</w:styles>` },
    {
      path: 'word/document.xml',
      content: `<w:document ${w}><w:body>${body.join('')}</w:body></w:document>`,
    },
  ])
})()

const trains = `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Die Bergbahn</title></head><body><main>
<h2>Fahrpreise</h2><table><tr><th>Strecke</th><th>Erwachsene</th><th>Kinder</th></tr>
<tr><td>Talstation bis Almwiese</td><td>acht Euro</td><td>drei Euro</td></tr>
<tr><td>Almwiese bis Gipfel</td><td>elf Euro</td><td>fünf Euro</td></tr>
<tr><td>Talstation bis Gipfel</td><td>siebzehn Euro</td><td>sieben Euro</td></tr></table>
<h2>Mitnahme</h2><p>Schlitten werden am letzten Wagen angehängt und kosten nichts. Kinderwagen klappt man vor dem Einsteigen zusammen. Hunde brauchen eine Leine, aber keine Fahrkarte.</p>
<h2>Störungen</h2><p>Bei Wind über siebzig Kilometern in der Stunde bleibt die Bahn im Tal. Wer dann oben ist, wird mit dem Raupenfahrzeug abgeholt, das vor der Wetterhütte hält.</p></main></body></html>`

const tea = makeEpub([
  '<h1>茶の種類</h1><p>玉露は収穫の二十日前から日光を遮って育てます。ほうじ茶は茶葉を強火で焙煎するため、カフェインが少なくなります。</p>',
  '<h1>淹れ方</h1><p>煎茶には八十度のお湯を使い、一分間蒸らします。急須は使う前に温めておきます。最後の一滴まで注ぐと味が濃くなります。</p>',
])

const caravan = `<!doctype html><html lang="ar" dir="rtl"><head><meta charset="utf-8"><title>رحلة القافلة</title></head><body><main>
<h2>الطريق</h2><p>تنطلق القافلة من الواحة قبل شروق الشمس، وتسير سبعة أيام حتى تصل إلى البئر العميقة. يقود الدليل الجمال في الليل بالنجوم.</p>
<h2>البضائع</h2><p>تحمل الجمال الملح والتمر والنحاس. يدفع التجار ضريبة عند بوابة المدينة، وهي دينار واحد عن كل جمل.</p></main></body></html>`

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
  ['harbour-jspdf.pdf', file('harbour-jspdf.pdf')],
  ['clock.docx', manual],
  ['trains.html', trains],
  ['tea.epub', tea],
  ['caravan.html', caravan],
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
  [
    'How far can visitors take the small train up the hill, and how often does it climb?',
    'observatory.pdf',
    1,
    'four times a day',
  ],
  ['When are the bronze wheels of the dome greased?', 'observatory.pdf', 1, 'first Monday'],
  ['Who renews the silver coating of the mirror?', 'observatory.pdf', 2, 'a firm from the valley'],
  ['At which wind does the dome stay shut?', 'observatory.pdf', 2, 'forty kilometres'],
  ['Which lamps are allowed on the terrace?', 'observatory.pdf', 3, 'Red lamps'],
  ['Wo stehen die Völker der Bienen?', 'bees-columns.pdf', 1, 'südlichen Waldrand'],
  ['Womit werden die Völker nach der Honigernte behandelt?', 'bees-columns.pdf', 1, 'Ameisensäure'],
  ['Wie hoch darf der Wassergehalt im Honig sein?', 'bees-columns.pdf', 1, 'achtzehn Prozent'],
  ['Avec quelle farine nourrit-on le levain ?', 'bakery-pdfkit.pdf', 1, 'farine de seigle'],
  ['Combien de temps cuisent les pains de deux livres ?', 'bakery-pdfkit.pdf', 2, 'cinquante minutes'],
  ['Jusqu’à quelle heure se prennent les commandes au comptoir ?', 'bakery-pdfkit.pdf', 3, 'midi'],
  ['When may water be drawn from the well?', 'garden-pdflib.pdf', 1, 'before nine in the morning'],
  ['Why are walnut trees not planted?', 'garden-pdflib.pdf', 2, 'nothing grows beneath'],
  ['What happens to a plot that lies fallow?', 'garden-pdflib.pdf', 3, 'next name on the list'],
  ['Wann darf das Klavier im Saal gespielt werden?', 'house-rules.docx', null, 'am Nachmittag'],
  ['Wie viele Tonnen Holzpellets werden geliefert?', 'house-rules.docx', 'Heizung', 'vier Tonnen'],
  [
    'Welche Nummer hat das Kellerabteil der Wohnung im Dachgeschoss?',
    'house-rules.docx',
    null,
    'Nummer sieben',
  ],
  ['For how much is the brass sextant insured?', 'inventory.pdf', 87, 'four hundred crowns'],
  ['Which box has item 113 of the store?', 'inventory.pdf', 113, '1791'],
  ['What does item 52 of the store weigh in pounds?', 'inventory.pdf', 52, '156 pounds'],
  ['How long does the ferry to the northern islands take?', 'leaflet.pdf', 1, 'three hours'],
  ['To whom are parcels handed before departure?', 'leaflet.pdf', 1, 'the purser'],
  ['What was the first bowl of Marta like?', 'novel.epub', 'The Glassblower', 'green and crooked'],
  ['How long did Tobias carry sand?', 'novel.epub', 'The Apprentice', 'two years'],
  [
    'How are stones of a fallen wall sorted on the grass?',
    'wall.html',
    'How to mend a drystone wall',
    'by size',
  ],
  ['With what is the middle of a wall packed?', 'wall.html', 'Hearting', 'small stones'],
  ['夕食は何時から食堂で出ますか', 'onsen.html', 'お食事', '午後六時'],
  ['متى تفتح المكتبة أبوابها؟', 'library.md', 'المواعيد', 'الساعة التاسعة'],
  ['Was kostet die Strecke von der Almwiese bis zum Gipfel?', 'trains.html', 'Fahrpreise', 'elf Euro'],
  ['Was kosten Schlitten in der Bergbahn?', 'trains.html', 'Mitnahme', 'kosten nichts'],
  ['Bei welchem Wind bleibt die Bahn im Tal?', 'trains.html', 'Störungen', 'siebzig Kilometern'],
  ['What does the lantern cost?', 'prices.csv', null, '21 crowns'],
  ['What does a sailing yacht pay for a berth?', 'harbour-jspdf.pdf', 1, '14 crowns'],
  ['What does the crane cost a coal barge?', 'harbour-jspdf.pdf', 1, '40 crowns an hour'],
  ['May a skipper who forgets the envelope moor again?', 'harbour-jspdf.pdf', 2, 'double sum'],
  ['Through which slot does a skipper drop the envelope?', 'harbour-jspdf.pdf', 1, 'blue door'],
  ['When is the chain of the harbour closed?', 'harbour-jspdf.pdf', 2, 'black ball is hoisted'],
  ['Where are stones of ballast tipped?', 'harbour-jspdf.pdf', 3, 'east of the mole'],
  ['How many turns of the crank wind up the weights?', 'clock.docx', null, 'ninety turns'],
  ['How thick is the leather pad of the hammer?', 'clock.docx', 'Striking work', 'four millimetres'],
  ['Which grease is for the great arbor?', 'clock.docx', 'Upkeep', 'graphite paste'],
  ['Why is salt never thrown on the dial?', 'clock.docx', 'Winter', 'gilding peels'],
  ['煎茶には何度のお湯を使いますか', 'tea.epub', '淹れ方', '八十度'],
  ['玉露はどのように育てますか', 'tea.epub', '茶の種類', '日光を遮って'],
  ['كم يوما تسير القافلة إلى البئر؟', 'caravan.html', 'الطريق', 'سبعة أيام'],
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
  ['How often do I get a train up the mountain?', 'observatory.pdf', 1, 'four times a day'],
  ['What is done against dull glass in the big scope?', 'observatory.pdf', 2, 'silver coating tarnishes'],
  ['Wie schütze ich die Stöcke vor Nagetieren?', 'bees-columns.pdf', 1, 'Keil gegen Mäuse'],
  ['Wie bewahre ich abgefüllte Ware auf?', 'bees-columns.pdf', 1, 'dunkel'],
  ['Puis-je régler par carte bancaire ?', 'bakery-pdfkit.pdf', 3, 'en espèces'],
  ['What is the penalty for paying late?', 'garden-pdflib.pdf', 3, 'a tenth more'],
  ['Wer kümmert sich um den Kamin?', 'house-rules.docx', 'Heizung', 'Schornsteinfeger'],
  ['Who looks after cleaning the goods in the warehouse?', 'inventory.pdf', 87, 'green book'],
  ['Is it more expensive to buy a ticket aboard?', 'leaflet.pdf', 1, 'twice the price'],
  [
    'What did the boy bring with him when he arrived?',
    'novel.epub',
    'The Apprentice',
    'a letter from the parish',
  ],
  ['How long do two people need for repairs?', 'wall.html', 'How to mend a drystone wall', 'half a day'],
  ['アレルギーがある場合はどうすればいいですか', 'onsen.html', 'お食事', '前日まで'],
  ['ماذا يحدث إذا أرجعت الكتاب متأخرا؟', 'library.md', 'المواعيد', 'غرامة'],
  ['How quickly can I have something against the dark?', 'prices.csv', null, 'one week'],
  ['What is the charge for drinking supply on a cutter?', 'harbour-jspdf.pdf', 1, '1 crown'],
  ['How do late boats get in after the port has shut?', 'harbour-jspdf.pdf', 2, 'wait for the pilot'],
  ['Where can pitch be heated?', 'harbour-jspdf.pdf', 3, 'on the shingle'],
  ['What damages the bell?', 'clock.docx', 'Striking work', 'crack within a year'],
  ['How is ice removed from the face in December?', 'clock.docx', 'Winter', 'ash pole'],
  ['Wie komme ich bei Sturm wieder hinunter?', 'trains.html', 'Störungen', 'Raupenfahrzeug'],
  ['コーヒーのような成分が少ないお茶はどれですか', 'tea.epub', '茶の種類', 'ほうじ茶'],
  ['ما هي الرسوم على كل بعير؟', 'caravan.html', 'البضائع', 'دينار واحد'],
]

/** How many questions in other words have their answer among the first five results. */
const FOUND_IN_OTHER_WORDS = 17

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

test('a hundred questions are asked, and a third of them in other words', () => {
  expect(inSameWords.length + inOtherWords.length).toBe(100)
  expect(inOtherWords.length).toBe(33)
})

test('a passage over the end of a page names both pages', async () => {
  const [passage] = await app.knowledge.searchPassages({
    agentId: agent.id,
    wallet: ada.address,
    query: 'Whoever forgets this is written on the slate by the weighhouse',
  })
  expect(passage).toMatchObject({ sourceName: 'harbour-jspdf.pdf', page: 1, lastPage: 2 })
  expect(passage?.text).toContain('blue door. Whoever forgets this is written on the slate')
})

test('of the questions in other words as many are found as ever', async () => {
  const found: string[] = []
  for (const question of inOtherWords) if (await isFound(question)) found.push(question[0])
  const first = inOtherWords.slice(0, 11).filter(([question]) => found.includes(question))
  expect(first.length, 'of the first eleven').toBeGreaterThanOrEqual(6)
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
