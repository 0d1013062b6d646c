/**
 * The ideographs of the radicals U+2E80 to U+2EF3, in their order, as Unicode gives them (`EquivalentUnifiedIdeograph`);
 * NFKC leaves these as they are. Two of the code points are not radicals with an ideograph, and stand for themselves.
 */
const radicals = [
  ...('⺀厂乛乚乙亻冂𠘨刀刂卜㔾小小兀尣尢𡯂巳幺彑𫜹忄心扌攵⺚旡日月歺母民氵氺灬爫爫丬牛犭王𤴔目示礻𥫗糹纟罓罒㓁冗𦉫羊𦍌𦍋耂' +
    '肀聿肉𦥑艹艹艹虎衤覀西见角𧢲讠贝𧾷车辶辶辶邑钅長镸长门𨸏阝雨青韦页风飞食𩙿飠饣𩠐马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟'),
]

/** A radical that a font draws with the glyph of its ideograph: a PDF may say either of them for the glyph. */
const radical = /[\u2e80-\u2ef3]/g

/**
 * Letters in the shape that a font draws them in, which say the same as others: ligatures of Latin and Armenian letters,
 * Hebrew and Arabic letters in their forms, Kangxi radicals and compatible ideographs.
 */
const shapes = /[\u2f00-\u2fd5\uf900-\ufaff\ufb00-\ufdfb\ufe70-\ufefc]|[\u{2f800}-\u{2fa1d}]/gu

/** What a mark of Arabic is drawn above where it stands alone. */
const carrier = /^[ \u0640](?=[\u064b-\u0652\u0670])/

/**
 * Writes the letters of a PDF as a person types them. A PDF names glyphs, and the same glyph may be named by the letter,
 * by its shape in a word or by a radical; a word would not be found by its letters. Superscripts, fractions, wide forms
 * and signs such as ℃ say something that the plain characters do not, and stay; the search index folds them by itself.
 */
export function plainLetters(text: string): string {
  return text
    .replaceAll(shapes, (shape) => shape.normalize('NFKC').replace(carrier, ''))
    .replaceAll(radical, (sign) => radicals[sign.charCodeAt(0) - 0x2e80] ?? sign)
}
