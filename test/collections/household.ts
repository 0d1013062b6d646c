import type { Collection } from './collection.ts'

/** Seventeen short documents about as many subjects. */
export const household: Collection = {
  documents: {
    'rowing-club.md': `# Rowing club

## Boats
The club owns four singles, two doubles and one eight. Whoever takes a boat out writes the hour of departure into the log on the landing stage. The eight is only launched with a trained cox, because its hull touches the sandbank at low water.

## Members
A new member pays ninety crowns a year, and half of that before the age of eighteen. The fee falls due on the first of April. Whoever leaves the club hands the key of the boathouse back to the treasurer.

## Weather
Nobody rows in fog, in a thunderstorm or when ice drifts on the river. The red flag on the mast closes the water for everybody. Above six degrees of water temperature no life jacket has to be worn by those who can swim.

## Damage
Every scratch is reported on the same evening. The boatman repairs small cracks with resin on Wednesdays. A broken oar costs the crew thirty crowns, unless a passing barge was to blame.
`,
    'sourdough.md': `# Sourdough at home

## The starter
Mix a hundred grams of rye flour with the same weight of lukewarm water and let the jar stand on the radiator for a day. Feed it on each of the next four days. A healthy starter smells of apples and doubles within five hours.

## The dough
Knead wheat flour, water, salt and a cup of the starter until the dough no longer sticks to the bowl. It rests under a damp cloth. Fold it three times, with half an hour between the folds, so that it becomes elastic.

## Baking
Heat the oven to two hundred and forty degrees with the stone inside. Throw half a glass of water onto the floor of the oven for steam. After ten minutes lower the heat, and take the loaf out when it sounds hollow.

## Storage
The starter sleeps in the refrigerator for up to three weeks. A grey liquid on top is harmless and can be stirred in. Pink streaks mean that it has spoiled and must be thrown away.
`,
    'reading-room.md': `# Reading room of the old library

## Admission
Readers show a card with a photograph at the desk. Coats, umbrellas and bags stay in the lockers of the hall, which take a coin and return it. Children under twelve come with an adult.

## Orders
Books from the stacks are ordered on a slip before three in the afternoon and lie ready the next morning. Each reader may have six volumes on the table. They are kept behind the desk for ten days.

## Copies
Pages printed before 1850 may not be put on the copier. Photographs without flash are free of charge. For a scan of a whole book the workshop asks forty cents a page and needs two weeks.

## Conduct
Only pencils are allowed at the tables. Telephones are silent, and calls are made in the stairwell. Food is left outside, but a bottle of water with a lid is tolerated.
`,
    'bicycle-repair.md': `# Bicycle repair at home

## A flat tyre
Lift the tyre off the rim with two levers and pull out the tube. Pump it up and hold it under water: bubbles show the hole. Roughen the rubber, spread the cement thinly, wait five minutes and press the patch on.

## The chain
A chain is worn when it can be lifted off the front sprocket by more than three millimetres. Wipe it with a rag before each drop of oil. Too much oil collects sand and grinds the teeth away.

## Brakes
The pads should meet the rim one millimetre below its edge. If they squeal, turn them so that the front end touches first. A cable whose strands are frayed is replaced at once, together with its housing.

## Lights
The dynamo on the hub needs no care. When the rear lamp goes dark, look for a broken wire below the mudguard first. Batteries of the spare lamp last eleven hours.
`,
    'swimming-pool.md': `# The outdoor pool

## Season
The pool opens on the second Saturday of May and closes in the middle of September. Early swimmers are let in at six on weekdays. On days with less than fourteen degrees only the heated basin is in use.

## Tickets
A day ticket costs five crowns, a season ticket sixty. After half past five in the evening everybody pays the half. Lost bracelets are replaced for two crowns at the till.

## Diving tower
The platform of five metres is open to those who hold the bronze badge. The attendant frees it for fifteen minutes at each full hour. Nobody jumps from the side, and nobody while someone is still below.

## Hygiene
A shower is taken before entering the water. Plasters and ointments pollute the basin and are removed. The water is tested for chlorine twice a day, and the figure is written on the slate by the entrance.
`,
    'hens.md': `# Keeping hens

## The coop
Five hens need a coop of two square metres and a perch at the height of a chair. The floor is strewn with chopped straw and cleaned every second week. A door that slides shut at dusk keeps the marten out.

## Feed
A hen eats a hundred and twenty grams of grain a day, and scratches for worms besides. Crushed shells give her the lime for the eggs. Green potatoes and avocado are poison for her.

## Eggs
In winter a hen lays little, since she needs fourteen hours of light. The first eggs come at the age of twenty weeks and are small. Unwashed they stay fresh for four weeks in the cellar.

## Illness
Red mites hide in the cracks of the perch and come out at night. Brush the wood with hot soda and dust it with ground silica. A hen that sits apart with ruffled feathers is brought to the vet.
`,
    'camp-site.md': `# Camp site by the lake

## Arrival
The barrier is raised between eight in the morning and ten at night. Whoever comes later parks outside on the gravel and walks in. Pitches are given out by the warden at the hut, not chosen.

## Fire
Open fires are lit in the iron rings on the shore alone. Wood is sold by the bundle at the kiosk. During a drought the forester forbids all flames, gas cookers included, and a notice hangs at the tap.

## Quiet hours
Music is turned off at eleven. Generators run for two hours around noon. Dogs stay on the leash, and their owners carry bags.

## Departure
The pitch is cleared by eleven, and the tent peg holes are closed with earth. Rubbish is separated into four bins behind the wash house. The deposit for the shower key is paid back by the warden until noon.
`,
    'choir.md': `# Handbook of the parish choir

## Rehearsals
The choir meets on Thursdays at half past seven in the hall behind the church. Warming up takes ten minutes and is not left out. Whoever misses three rehearsals before a concert does not sing in it.

## Voices
Sopranos sit by the window, basses next to the piano. New singers sing a scale to the conductor, who places them. Nobody has to read music, since recordings of every part are sent round.

## Dress
At concerts women wear black with a blue scarf, which the choir lends out. Men come in a dark suit without a tie. The folders are black as well and are carried in the left hand.

## Money
The contribution is four crowns a month. The organist is paid out of the collection at the Christmas concert. Sheet music belongs to the choir and is returned at the end of the season.
`,
    'night-train.md': `# Travelling by night train

## Compartments
The couchette has six beds, the sleeper two with a basin of its own. Compartments for women are booked under the letter F. The steward wakes each passenger half an hour before the station.

## Luggage
Two suitcases and a small bag are free for each traveller. Skis go into the bags at the end of the corridor. Bicycles need a reservation for nine crowns, and are hung up in the last carriage.

## Meals
The steward serves tea, rolls and jam at half past six. The dining car opens at seven in the evening and closes when the last guest has paid. Warm dishes have to be ordered before the border.

## Delays
If the train is more than an hour late, a quarter of the fare is paid back, and after two hours half of it. The form lies with the steward. A missed connection is rebooked without charge at the counter.
`,
    'pottery.md': `# Pottery workshop

## Clay
Grey stoneware is wedged thirty times before it is thrown, so that no air remains in it. Scraps go back into the bucket by the sink and are soaked for a week. White porcelain has a wheel of its own.

## Drying
Bowls dry upside down under a sheet of plastic for the first three days. Handles crack when they dry faster than the cup. Nothing is moved from the shelf marked with a cross.

## Firing
The first firing reaches nine hundred and fifty degrees and takes a night. The kiln is not opened above eighty degrees. Each member pays for the kiln by the weight of the pots, two crowns a kilogram.

## Glazes
The foot of a pot is wiped clean of glaze, or it melts to the shelf. The copper glaze is not for vessels from which one eats. Brushes are rinsed in the first of the three buckets.
`,
    'first-aid.md': `# First aid on the farm

## Burns
Hold a burn under cool running water for twenty minutes. Do not put butter or flour on it, and leave blisters closed. Cover it loosely with a clean cloth, and see a doctor if it is larger than a palm.

## Stings
A bee leaves its sting behind: scrape it off sideways with a nail. Ice lessens the swelling. Somebody whose lips swell needs the syringe from the green box and an ambulance.

## Falls
Do not move a person who has fallen from a ladder and can't feel the legs. Put a blanket over them and talk. Somebody stands at the gate to wave the ambulance in.

## The boxes
There is a green box in the stable, one in the kitchen and one in the tractor. What was used is written on the list in the lid. The chemist in the village refills them each January.
`,
    'wood-stove.md': `# The wood stove

## Lighting
Two logs lie at the bottom, kindling crosswise above, and the lighter on top: it burns from above. Open the lower damper fully. Close it by half once the kindling has collapsed.

## Wood
Beech and ash are dried for two summers under a roof, until a meter shows less than twenty per cent. Damp wood blackens the glass and tars the flue. Painted boards are not burnt.

## Ash
A finger of ash stays in the grate. Ash glows for two days and is carried out in the tin with the lid. Cold ash of beech goes onto the roses.

## The sweep
The sweep comes twice a winter and charges thirty-five crowns. The carpet is rolled up before that. A fire in the chimney is never put out with water: close all dampers and call the fire brigade.
`,
    'cheese.md': `# Making cheese

## Milk
Raw milk of the evening rests in the cold chamber and is mixed with that of the morning. It is warmed to thirty-two degrees. Milk of a cow that was given medicine is poured away for five days.

## Curd
The rennet is stirred in for one minute, then nobody touches the kettle for forty. The curd is cut with the harp until the grains are as large as lentils. The whey feeds the pigs.

## Brine
Wheels of two kilograms lie in the brine for a day, and are turned after half of it. The brine is strong enough when an egg floats. It is boiled up once a month.

## The cellar
The cellar is kept at twelve degrees. The rind is rubbed with salt water every second day, and black mould is brushed off. After ninety days the cheese is sold, the best wheels after a year.
`,
    'theatre.md': `# The amateur theatre

## Tickets
Seats are sold at the bakery from the Monday before the first night. The back row costs eight crowns, all others twelve. Tickets that were ordered by telephone and not fetched are given away ten minutes before the curtain.

## Stage
Nobody but the stage hands walks under the fly loft during a change. Nails are not driven into the floor: flats are held with weights. The trap door is bolted after each scene.

## Costumes
Costumes are numbered and hang by the century. Make-up is powdered, so that it does not rub off on the collars. The wigs are combed by the hairdresser of the town, who asks for nothing but two seats.

## The prompter
The prompter sits in the wings on the left. An actor who is stuck snaps his fingers. During the last week of rehearsals nobody is prompted.
`,
    'knitting.md': `# Knitting circle

## Needles
Thick wool of the circle is knitted on needles number six. Circular needles are lent out for a month. Bamboo is warmer to the hand than steel, but splinters when somebody sits on it.

## Wool
The wool of the upland sheep is washed in rain water and spun in February. One jumper takes eight hundred grams. Moths are kept away by cedar, and infested wool goes into the freezer for a week.

## Patterns
A pattern is read from the right lower corner. Cast on ninety-six stitches for the hat, and knit four rounds of ribbing. The star of the mittens has eight points and is never unravelled by somebody else.

## The fair
The circle sells at the fair on the third of Advent. A pair of socks costs eighteen crowns. A tenth of the money pays for the coffee, the rest for the school.
`,
    'mountain-hut.md': `# The mountain hut

## Beds
The hut has thirty bunks and a winter room with six that is never locked. A bunk costs fourteen crowns, for members of the club nine. A sheet is brought along or bought from the keeper.

## Water
The spring freezes in November; then snow is melted on the stove. In August it can run dry, and a litre is sold for one crown. Nobody washes dishes in the trough, from which the cattle drink.

## The way up
From the saw mill the path takes three hours and is marked in red. The bridge over the gorge is taken down in October. In fog the bell is rung every ten minutes.

## Emergencies
The telephone by the door reaches the rescuers without coins. The stretcher hangs behind the hut. A person with a headache above three thousand metres goes down at once.
`,
    'tide-mill.md': `# The tide mill

## How it works
The flood fills the pond through the sluice, which closes by itself when the sea falls. The wheel then turns for five hours on the outgoing water. At spring tide it grinds twice as much as at neap.

## Visits
The miller shows the mill on the first Sunday of each month at low tide. A tour takes forty minutes and is not for wheelchairs, since the ladder to the stone floor is steep. Groups write two weeks ahead.

## Flour
Spelt and barley are ground, never oats, which clog the stones. The flour is sold in paper bags of a kilogram at the door. It keeps for four months, since the germ is ground with it.

## Repairs
The stones are dressed with a pick every second year. The paddles are of oak, and three were replaced after the gale. Grease for the shaft is made from tallow and graphite.
`,
  },
  inSameWords: [
    ['Why is the eight only launched with a trained cox?', 'touches the sandbank'],
    ['When does the fee of the rowing club fall due?', 'first of April'],
    ['What does the red flag on the mast mean?', 'closes the water for everybody'],
    ['What does a broken oar cost the crew?', 'thirty crowns, unless'],
    ['What does a healthy starter smell of?', 'smells of apples'],
    ['How often is the dough folded?', 'Fold it three times'],
    ['To how many degrees is the oven heated for the loaf?', 'two hundred and forty degrees'],
    ['Is a grey liquid on the starter harmless?', 'Pink streaks'],
    ['Where do coats and umbrellas stay?', 'lockers of the hall'],
    ['Until when are books from the stacks ordered?', 'three in the afternoon'],
    ['What does the scan of a whole book cost?', 'forty cents a page'],
    ['Which pencils are allowed at the tables?', 'Only pencils'],
    ['How do I find the hole in a tube?', 'bubbles show the hole'],
    ['When is a chain worn?', 'three millimetres'],
    ['Why do the brake pads squeal?', 'the front end touches first'],
    ['How long do the batteries of the spare lamp last?', 'eleven hours'],
    ['On which day does the pool open in May?', 'second Saturday of May'],
    ['What does a season ticket of the pool cost?', 'a season ticket sixty'],
    ['Who may use the platform of five metres?', 'bronze badge'],
    ['How often is the water tested for chlorine?', 'twice a day, and the figure'],
    ['How large is a coop for five hens?', 'two square metres'],
    ['How much grain does a hen eat in a day?', 'a hundred and twenty grams'],
    ['How many hours of light does a hen need?', 'fourteen hours of light'],
    ['Where do red mites hide?', 'cracks of the perch'],
    ['When is the barrier of the camp site raised?', 'between eight in the morning'],
    ['Where are open fires lit on the shore?', 'iron rings'],
    ['When is music turned off on the camp site?', 'turned off at eleven'],
    ['Until when is the deposit for the shower key paid back?', 'by the warden until noon'],
    ['On which day does the choir meet?', 'Thursdays at half past seven'],
    ['Where do the basses sit?', 'next to the piano'],
    ['What do the women of the choir wear at concerts?', 'blue scarf'],
    ['Who pays the organist?', 'collection at the Christmas concert'],
    ['How many beds has the couchette?', 'The couchette has six beds'],
    ['What does the reservation for bicycles cost on the train?', 'nine crowns, and are hung'],
    ['When does the dining car open?', 'seven in the evening and closes'],
    ['What is paid back if the train is more than an hour late?', 'a quarter of the fare'],
    ['How often is the stoneware wedged?', 'wedged thirty times'],
    ['How do bowls dry?', 'upside down'],
    ['Which temperature does the first firing reach?', 'nine hundred and fifty'],
    ['Which glaze is not for vessels from which one eats?', 'copper glaze'],
    ['How long is a burn held under cool water?', 'twenty minutes'],
    ['How is the sting of a bee scraped off?', 'sideways with a nail'],
    ['Who refills the green boxes?', 'chemist in the village'],
    ['How is the lower damper set while lighting?', 'Open the lower damper fully'],
    ['How long are beech and ash dried?', 'two summers'],
    ['How long does ash glow?', 'glows for two days'],
    ['What does the sweep charge?', 'thirty-five crowns'],
    ['To how many degrees is the milk warmed?', 'thirty-two degrees'],
    ['How large are the grains of the curd?', 'large as lentils'],
    ['When is the brine strong enough?', 'an egg floats'],
    ['At how many degrees is the cellar of the cheese kept?', 'twelve degrees'],
    ['Where are seats for the theatre sold?', 'at the bakery'],
    ['How are flats held on the stage?', 'held with weights'],
    ['Who combs the wigs?', 'hairdresser of the town'],
    ['Where does the prompter sit?', 'wings on the left'],
    ['On which needles is thick wool knitted?', 'number six'],
    ['How much wool does one jumper take?', 'eight hundred grams'],
    ['How many stitches are cast on for the hat?', 'ninety-six'],
    ['What does a pair of socks cost at the fair?', 'eighteen crowns'],
    ['How many bunks has the hut?', 'thirty bunks'],
    ['When does the spring of the hut freeze?', 'freezes in November'],
    ['When is the bridge over the gorge taken down?', 'taken down in October'],
    ['Where does the stretcher hang?', 'behind the hut'],
    ['How long does the wheel turn on the outgoing water?', 'five hours on'],
    ['On which Sunday is the mill shown?', 'first Sunday of each month'],
    ['Which grain clogs the stones?', 'never oats'],
    ['What is the grease for the shaft made from?', 'tallow and graphite'],
  ],
  inOtherWords: [
    ['How much is the subscription for a teenager who rows?', 'before the age of eighteen'],
    ['Can we train on the river when it is foggy?', 'Nobody rows in fog'],
    ['I bumped the boat, whom do I tell and when?', 'reported on the same evening'],
    ['My culture has gone bad, how do I recognise that?', 'Pink streaks'],
    ['How can I tell that the bread is done?', 'sounds hollow'],
    ['Where can I leave my backpack in the library?', 'lockers of the hall'],
    ['May I write with a ballpoint pen?', 'Only pencils'],
    ['Can I take pictures of old books?', 'Photographs without flash'],
    ['Am I allowed to eat a sandwich while reading?', 'Food is left outside'],
    ['How do I fix a puncture?', 'press the patch on'],
    ['How much lubricant should I use on the drive?', 'Too much oil'],
    ['The tail light does not work any more', 'broken wire below the mudguard'],
    ['Is it cheaper to swim after work?', 'everybody pays the half'],
    ['I have lost my wristband', 'Lost bracelets'],
    ['Which vegetables are toxic for poultry?', 'Green potatoes'],
    ['How do I protect the birds from predators at night?', 'keeps the marten out'],
    ['Why do my chickens stop laying in December?', 'In winter a hen lays little'],
    ['What helps against parasites in the henhouse?', 'hot soda'],
    ['We will be there after midnight, can we still drive in?', 'parks outside on the gravel'],
    ['May I have a barbecue in a dry summer?', 'During a drought'],
    ['By what time do we have to leave our place?', 'The pitch is cleared by eleven'],
    ['Do I need to know notes to join the singers?', 'Nobody has to read music'],
    ['How often may I be absent before a performance?', 'misses three rehearsals'],
    ['Which clothes do male singers need?', 'dark suit without a tie'],
    ['Is there breakfast on board of the sleeper?', 'tea, rolls and jam'],
    ['Do I get a refund when we arrive late?', 'a quarter of the fare'],
    ['How much baggage can I take along?', 'Two suitcases'],
    ['Why did the ear of my mug break off?', 'Handles crack'],
    ['What is the price for using the oven of the potters?', 'two crowns a kilogram'],
    ['My pot stuck in the kiln, what did I do wrong?', 'wiped clean of glaze'],
    ['What do I do with an insect bite and allergic shock?', 'needs the syringe'],
    ['I scalded my hand with boiling soup', 'cool running water'],
    ['May an injured person be carried away?', 'Do not move a person'],
    ['Is it all right to heat with fresh timber?', 'Damp wood'],
    ['The chimney is burning, what now?', 'never put out with water'],
    ['How do I start the fire?', 'it burns from above'],
    ['How long does the cheese ripen before it goes to customers?', 'After ninety days'],
    ['Can the animals be milked while they get antibiotics?', 'poured away for five days'],
    ['What happens with reservations nobody picks up?', 'given away ten minutes'],
    ['How does a player signal that he forgot his line?', 'snaps his fingers'],
    ['How do I get rid of insects in my yarn?', 'goes into the freezer'],
    ['What are the profits spent on?', 'the rest for the school'],
    ['Is there a place to sleep when nobody looks after the hut?', 'winter room'],
    ['What should somebody with altitude sickness do?', 'goes down at once'],
    ['How long is the hike to the refuge?', 'takes three hours'],
    ['Can disabled people visit the mill?', 'not for wheelchairs'],
    ['For how long can I store the meal from the mill?', 'keeps for four months'],
    ['How often are the millstones sharpened?', 'dressed with a pick'],
  ],
  followUps: [
    ['What does a new member of the rowing club pay?', 'And when is that due?', 'first of April'],
    ['Who repairs small cracks in the boats?', 'What if we break an oar?', 'thirty crowns, unless'],
    ['How do I feed the sourdough starter?', 'How long does it keep in the fridge?', 'Pink streaks'],
    ['How many volumes may I have in the reading room?', 'How long are they kept?', 'kept behind the desk'],
    ['May I photograph pages in the reading room?', 'And a scan of the whole book?', 'forty cents a page'],
    ['When does the outdoor pool open?', 'What does it cost?', 'a season ticket sixty'],
    ['Which feed do hens need?', 'Is anything poisonous for them?', 'Green potatoes'],
    [
      'How old are hens when they lay the first eggs?',
      'How long do these stay fresh?',
      'four weeks in the cellar',
    ],
    ['Where may I light a fire on the camp site?', 'Can I buy wood there?', 'by the bundle'],
    ['When does the choir meet?', 'What do the men wear?', 'dark suit'],
    ['How many beds has the couchette?', 'When do they wake me?', 'half an hour before'],
    ['Can I take a bicycle on the night train?', 'And skis?', 'Skis go into'],
    ['How hot is the first firing of the pots?', 'Who pays for it?', 'two crowns a kilogram'],
    ['What do I do about a burn?', 'Should I open the blisters?', 'leave blisters closed'],
    ['How long is wood for the stove dried?', 'Can I burn painted boards?', 'Painted boards'],
    ['What does the sweep charge?', 'How often does he come?', 'twice a winter'],
    [
      'To how many degrees is milk for the cheese warmed?',
      'How long does the rennet work?',
      'for one minute',
    ],
    ['Where are the theatre tickets sold?', 'What does the back row cost?', 'The back row'],
    ['What do mittens of the knitting circle look like?', 'How many stitches for a hat?', 'ninety-six'],
    ['What does a bunk in the mountain hut cost?', 'Is there a sheet?', 'A sheet is brought'],
    ['Which grain does the tide mill grind?', 'How long does the flour keep?', 'keeps for four months'],
  ],
}
