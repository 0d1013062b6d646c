/** A greeting is answered with an introduction. */
export type AskedAbout = 'documents' | 'engine' | 'abilities' | 'knowledge' | 'manner' | 'introduction'

/** In the most common languages; ` / ` separates phrases. */
const questions: readonly (readonly [AskedAbout, RegExp])[] = [
  [
    'documents',
    words(
      '(?:which|what) (?:documents|files|sources) (?:do|can) you (?:have|know|quote)',
      'do you have (?:any )?(?:documents|files|sources)(?! (?:about|on|of|for|with))',
      'welche (?:dokumente|quellen) hast du / qué documentos tienes / quels documents as[- ]tu',
      'che documenti hai / quais documentos você tem / какие у тебя документы / 你有什么文件',
    ),
  ],
  [
    'engine',
    words(
      'real (?:model|ai) / language model / offline / llm / openai / ollama / gpt / (?:which|what) model',
      'are you (?:an? )?(?:ai|bot|robot) / welches modell / sprachmodell / qué modelo / quel modèle',
      'che modello / qual modelo / какая (?:ты )?модель / языковая модель / 什么模型 / 哪个模型 / どのモデル / 어떤 모델',
    ),
  ],
  [
    'abilities',
    words(
      'what (?:can|do) you do / what are you (?:able to|good at) / your (?:capabilit\\w+|skills|abilities)',
      'how can you help / what can you help / was kannst du / was können sie / deine fähigkeiten',
      'qué (?:puedes|sabes) hacer / tus (?:capacidades|habilidades) / que (?:peux[- ]tu|pouvez[- ]vous) faire',
      'tes capacités / (?:cosa|che) (?:puoi|sai) fare / o que você (?:pode|sabe) fazer',
      'что (?:ты|вы) (?:умее|може)\\p{L}* / ne yapabilirsin / co potrafisz / wat kun je / ماذا يمكنك',
      'ماذا تستطيع / 你能做什么 / 你会做?什么 / 你可以做什么 / 何ができ / 무엇을 할 수 / 뭘 할 수',
    ),
  ],
  [
    'knowledge',
    words(
      'what do you know(?! (?:about|of)) / your (?:knowledge|domains?|expertise|specialt\\w+|fields?)',
      'was wei(?:ß|ss)t du / dein wissen / qué sabes / que sais[- ]tu / (?:cosa|che) sai / o que você sabe',
      'что (?:ты|вы) знае\\p{L}* / ne biliyorsun / co wiesz / wat weet je / ماذا تعرف / 你知道什么 / 你懂什么 / 何を知って',
      '무엇을 알',
    ),
  ],
  [
    'manner',
    words(
      'how do you (?:speak|talk|sound|write) / your (?:personality|tone|style|manner|character)',
      'wie (?:sprichst|redest) du / cómo hablas / tu personalidad / comment parles[- ]tu / ta personnalité',
      'come parli / como você fala / как ты говоришь / твой характер / nasıl konuş\\p{L}* / jak mówisz',
      'hoe (?:spreek|praat) je / كيف تتحدث / 你怎么说话 / 你的性格 / どう話 / あなたの性格 / 어떻게 말 / 성격',
    ),
  ],
  [
    'introduction',
    words(
      '(?:who|what) are you / introduce yourself / your name / about your ?self / wer (?:bist du|sind sie)',
      'wie hei(?:ß|ss)t du / stell dich vor / quién eres / cómo te llamas / preséntate',
      'qui (?:es[- ]tu|êtes[- ]vous) / présente[- ]toi / chi sei / come ti chiami / presentati',
      'quem (?:é você|és) / кто (?:ты|вы) / как тебя зовут / расскажи о себе / sen kimsin / kim jesteś',
      'wie ben je / من أنت / ما اسمك / तुम कौन हो / आप कौन / 你是谁 / 您是谁 / 你叫什么 / 自我介绍 / あなたは誰 / 自己紹介',
      '누구(?:야|세요|니) / 자기소개',
    ),
  ],
  [
    'introduction',
    greeting(
      'hi / hello / hey / greetings / good (?:morning|afternoon|evening|day) / hallo',
      'guten (?:tag|morgen|abend) / hola / buenos días / buenas \\p{L}+ / bonjour / salut / ciao / buongiorno',
      'olá / oi / привет / здравствуй(?:те)? / merhaba / cześć / hej / hoi / مرحبا / नमस्ते / 你好 / 您好 / こんにちは',
      '안녕(?:하세요)?',
    ),
  ],
]

export function askedAbout(text: string): AskedAbout | undefined {
  return questions.find(([, question]) => question.test(text))?.[0]
}

function phrasesOf(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split(' / '))
}

function words(...lines: string[]): RegExp {
  const phrases = phrasesOf(lines)
  const [spaced, unspaced] = [phrases.filter((one) => !isUnspaced(one)), phrases.filter(isUnspaced)]
  return new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${spaced.join('|')})(?![\\p{L}\\p{M}\\p{N}])${unspaced.map((one) => `|${one}`).join('')}`,
    'iu',
  )
}

/** A greeting and little more: a longer text is a question of its own. */
function greeting(...lines: string[]): RegExp {
  return new RegExp(`^\\P{L}*(?:${phrasesOf(lines).join('|')})(?![\\p{L}\\p{M}])[^?？]{0,30}$`, 'iu')
}

/** The words of this script are not separated by spaces, or take suffixes. */
function isUnspaced(text: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)
}
