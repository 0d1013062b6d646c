import type { Question } from './collection.ts'

/** A document in each of five languages, with questions in its words and language. */
export const inLanguages: Readonly<Record<string, { text: string; questions: readonly Question[] }>> = {
  'imkerei.md': {
    text: `# Die Imkerei am Waldrand

## Honig
Der Honig wird im Juli geschleudert und ruht dann zwei Wochen im Kübel, bis der Schaum oben schwimmt. Er wird in Gläser zu einem Pfund gefüllt. Ein Glas kostet sieben Kronen, und das leere Glas nehmen wir zurück.

## Wachs
Das Wachs der alten Waben wird im Dampf geschmolzen und durch ein Tuch gegossen. Aus einem Kilogramm werden elf Kerzen. Die Kinder aus dem Dorf ziehen sie im November selbst.

## Besuch
Wer die Völker sehen will, meldet sich beim Imker an und trägt einen Schleier. Parfum reizt die Bienen. Hunde warten auf dem Hof, auch wenn sie an der Leine gehen.
`,
    questions: [
      ['Wie lange ruht der Honig im Kübel?', 'zwei Wochen im Kübel'],
      ['Wie viele Kerzen werden aus einem Kilogramm Wachs?', 'elf Kerzen'],
      ['Wo warten die Hunde?', 'warten auf dem Hof'],
    ],
  },
  'auberge.md': {
    text: `# L'auberge du col

## Les chambres
L'auberge a neuf chambres et un dortoir de douze lits sous le toit. Les draps sont compris dans le prix, les serviettes se louent pour deux couronnes. Les chiens dorment dans la grange avec les mulets.

## La table
On dîne à sept heures, tous ensemble, à la grande table. Le potage est servi avec du pain de seigle et le fromage de la ferme voisine. Qui ne mange pas de viande le dit avant midi à la cuisinière.

## Le chemin
Le sentier part de la chapelle et monte pendant quatre heures. En hiver, il est fermé à cause des avalanches. Les mulets portent les bagages le mardi et le vendredi.
`,
    questions: [
      ['Combien de lits y a-t-il dans le dortoir ?', 'dortoir de douze lits'],
      ['À quelle heure dîne-t-on à la grande table ?', 'à sept heures'],
      ['Quels jours les mulets portent-ils les bagages ?', 'le mardi et le vendredi'],
    ],
  },
  'bodega.md': {
    text: `# La bodega del valle

## La vendimia
La vendimia empieza en la segunda semana de septiembre, por la noche, para que las uvas lleguen frías a la prensa. Cada vendimiador llena unas cuarenta cajas. El que encuentra un nido lo deja donde está.

## Las barricas
El vino tinto descansa dieciocho meses en barricas de roble francés. Cada barrica se usa tres veces y después se vende al destilador. La humedad de la cueva no baja del setenta por ciento.

## Las visitas
La visita dura una hora y termina con tres vinos y un plato de almendras. Los niños beben mosto. Los grupos de más de diez personas pagan la mitad por adelantado.
`,
    questions: [
      ['¿Cuándo empieza la vendimia?', 'segunda semana de septiembre'],
      ['¿Cuántos meses descansa el vino tinto en las barricas?', 'dieciocho meses'],
      ['¿Qué beben los niños en la visita?', 'beben mosto'],
    ],
  },
  'banja.md': {
    text: `# Баня у озера

## Как её топят
Баню топят берёзовыми дровами с четырёх часов. К шести камни раскалены, и заслонку закрывают, чтобы не было угара. Сырые дрова не кладут: они дымят и чернят стены.

## Веники
Веники вяжут из берёзы в июне, пока лист мягкий, и сушат на чердаке в тени. Перед баней веник лежит полчаса в тёплой воде. Дубовый веник держится дольше, но он тяжелее.

## Порядок
Женщины парятся по пятницам, мужчины по субботам. После пара идут в озеро, а зимой в прорубь, но не поодиночке. Ключ висит у соседки, и она же продаёт мёд и квас.
`,
    questions: [
      ['Какими дровами топят баню?', 'берёзовыми дровами'],
      ['Сколько веник лежит в тёплой воде?', 'полчаса в тёплой воде'],
      ['У кого висит ключ от бани?', 'висит у соседки'],
    ],
  },
  'bustan.md': {
    text: `# بستان النخيل

## السقي
يسقى البستان من الساقية القديمة مرتين في الأسبوع، مرة عند الفجر ومرة بعد الغروب. يفتح الحارس الباب الخشبي للماء ساعتين لكل صف من النخيل. وفي الصيف يزاد الوقت إلى ثلاث ساعات.

## الجني
يبدأ جني التمر في أواخر الشهر التاسع. يصعد العمال بالحبال ويضعون العذوق في سلال من الخوص. يجفف التمر على الحصير تحت الشمس عشرة أيام ثم يعبأ في صناديق.

## البيع
يباع الصندوق في السوق بثمانية دنانير، ومن يشتر خمسة صناديق يأخذ السادس هدية. أما النوى فيطحن علفا للجمال في الشتاء.
`,
    questions: [
      ['كم مرة يسقى البستان في الأسبوع؟', 'مرتين في الأسبوع'],
      ['كم يوما يجفف التمر على الحصير؟', 'عشرة أيام'],
      ['بكم يباع الصندوق في السوق؟', 'بثمانية دنانير'],
    ],
  },
}
