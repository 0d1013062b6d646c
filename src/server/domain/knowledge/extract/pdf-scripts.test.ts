import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makePdf } from '../../../../../test/documents/make-pdf.ts'
import { listedPages, pagesOfNote } from './page-list.ts'
import { plainLetters } from './pdf-letters.ts'
import { loneBrackets, type Piece, readingOrder, seemsBackwards } from './pdf-order.ts'
import { readPdf } from './read-pdf.ts'

async function read(bytes: Buffer) {
  const texts: string[] = []
  const notes: string[] = []
  await readPdf(bytes, {
    add: ({ text }) => texts.push(text),
    note: (sentence) => notes.push(sentence),
    progress() {},
    sent: async () => {},
  })
  return { text: texts.join('\n'), notes }
}
const printed = (name: string) =>
  read(readFileSync(new URL(`../../../../../test/documents/${name}.pdf`, import.meta.url)))

/** What stands in each print, in the order in which it was typed. */
test.each([
  [
    'library-arabic',
    [
      'دليل المكتبة القديمة',
      'تفتح المكتبة أبوابها كل يوم من الساعة 9:30 صباحا حتى الساعة ٨ مساء. يمكن للزائر أن يستعير 3 كتب (كحد أقصى) في',
      'الأسبوع، ويعيدها إلى الموظف PDF Reader عند الباب الكبير. ومن تأخر عن الموعد يدفع غرامة 25% عن كل يوم، الله أعلم',
      'لا إله.',
      'لا يسمح بالتصوير هناك «إلا بإذن» و اَلْعَرَبِيَّةُ.',
    ],
  ],
  [
    'library-libreoffice',
    [
      'تفتح المكتبة أبوابها كل يوم من الساعة 9:30 صباحا حتى الساعة ٨ مساء. يمكن للزائر أن يستعير 3 كتب (كحد أقصى) في الأسبوع، ويعيدها إلى الموظف PDF Reader عند الباب الكبير.',
    ],
  ],
  [
    'library-hebrew',
    [
      'מדריך הספרייה',
      'הספרייה פתוחה כל יום משעה 9:30 בבוקר ועד 20:00 בערב. המבקר יכול לשאול 3 ספרים (לכל היותר) בשבוע, PDF Reader ומחזיר אותם. בְּרֵאשִׁית בָּרָא שלום עולם.',
    ],
  ],
  [
    'library-hindi',
    [
      'पुस्तकालय मार्गदर्शिका',
      'पुस्तकालय प्रतिदिन सुबह नौ बजे से खुलता है। प्रत्येक सदस्य तीन किताबें ले सकता है। विद्यार्थी क्षेत्र में शिक्षा और संस्कृति श्रीमती।',
    ],
  ],
  [
    'library-thai',
    [
      'คู่มือห้องสมุด',
      'ห้องสมุดเปิดทุกวันตั้งแต่เวลา 9.30 น. ถึง 20.00 น. ผู้มาเยือนสามารถยืมหนังสือได้ครั้งละสามเล่ม และน้ำดื่มก็มีให้ที่นี่ กำลังทำ',
    ],
  ],
  [
    'library-chinese',
    ['图书馆指南', '图书馆每天早上九点开放到晚上八点。每位读者一次可以借三本书。金水火土人大小。'],
  ],
])('%s is read letter by letter as it was typed', async (name, paragraphs) => {
  const { text } = await printed(name)
  expect(text.normalize('NFC')).toBe(paragraphs.join('\n').normalize('NFC'))
})

test('letters in the shape of a font become the letters that people type, and signs with a meaning stay', () => {
  expect(plainLetters('ﻪﺒﺘﻜﻤﻟ ﻻ ﷲ ﹱ ﬁnd ﬀ ﬅ ﬓ שׁ ⾦⾕ ⻑⻝⻘ 神 侮')).toBe(
    'هبتكمل لا الله \u064b find ff st \u0574\u0576 שׁ 金谷 長食青 神 侮',
  )
  const kept = 'x² H₂O ½ ℃ ① ＡＢＣ １２３ ｶﾅ ™ № … ª'
  expect(plainLetters(kept)).toBe(kept)
})

/** Pieces one after the other from the left, each letter ten wide, with a space of five where there is a space. */
function drawn(text: string): Piece[] {
  let left = 0
  return text.split(' ').flatMap((word) => {
    const piece = { text: word, left, right: left + word.length * 10, height: 12, isMeant: false }
    left = piece.right + 5
    return piece
  })
}

test('a line is put in the order in which it is read, words and numbers of other scripts in their own', () => {
  const page = { leansLeft: true, isMirrored: true }
  expect(readingOrder(drawn('בית 20:00 גדול'), page)).toBe('גדול 20:00 בית')
  expect(readingOrder(drawn('בית Acrobat Reader 7 גדול'), page)).toBe('גדול Acrobat Reader 7 בית')
  expect(readingOrder(drawn('The word בית גדול is here'), { ...page, leansLeft: false })).toBe(
    'The word גדול בית is here',
  )
  expect(readingOrder(drawn('גדול( )בית'), page)).toBe('(בית גדול)')
  expect(readingOrder(drawn('بيت %25 كبير'), page)).toBe('كبير 25% بيت')
})

test('brackets that pair are told from those that do not', () => {
  expect(loneBrackets('a (b) [c]')).toBe(0)
  expect(loneBrackets('a )b(')).toBe(2)
})

test('words that begin with letters which only end words are suspected of standing backwards', () => {
  expect(seemsBackwards('שלום עולם, ספרים רבים ואנשים')).toBe(false)
  expect(seemsBackwards('םולש םלוע, םירפס םיבר םישנאו')).toBe(true)
  expect(seemsBackwards('ةبتكملا ةميدقلا ةريبكلا')).toBe(true)
  expect(seemsBackwards('المكتبة القديمة الكبيرة')).toBe(false)
})

test('pages without text are named, with their number', async () => {
  const page = 'BT /F1 11 Tf 50 780 Td (This page is whole.) Tj ET'
  expect((await read(makePdf([page, '0 0 9 9 re f', '']))).notes).toEqual([
    'Pages 2 and 3 have no text, only pictures or nothing: 2 of 3 pages can not be found. Have the text recognised (OCR), and replace the file.',
  ])
})

test('a page with glyphs that no letter is known of is named', async () => {
  const whole = readFileSync(new URL('../../../../../test/documents/library-arabic.pdf', import.meta.url))
  // A file that may be encrypted is not prepared, so what it says of its glyphs is not known.
  const { notes } = await read(Buffer.concat([whole, Buffer.from('%/Encrypt\n%%EOF\n')]))
  expect(notes).toEqual(['Page 1 can not be read well: the font there does not say which letters it draws.'])
})

test('the pages that a note names are found in it', () => {
  for (const pages of [[3], [3, 4], [1, 2, 5, 9]])
    expect(pagesOfNote(`${listedPages(pages)} can not be read.`)).toEqual(pages)
  const many = Array.from({ length: 30 }, (_, index) => index + 1_000)
  expect(listedPages(many)).toMatch(/ and 22 others$/)
  expect(pagesOfNote(listedPages(many))).toEqual(many.slice(0, 8))
  expect(pagesOfNote('Only the first 2,000 of its 2,100 pages were read.')).toEqual([])
})
