import type { Collection } from './collection.ts'

/** The handbook of a machine: one long document, whose sections use the same words again and again. */
export const handbook: Collection = {
  documents: {
    'handbook.md': `# The Corvo 3 coffee machine

## Unpacking
Lift the machine out of the carton by its base, never by the steam wand. Take the blue tape off the drip tray and the water tank. Keep the carton for two years: the guarantee asks for it when the machine is sent in.

## Where to put it
Put the machine on a level surface with a hand's breadth of air behind it. The lid of the tank needs forty centimetres above. Steam harms wall cupboards in the long run.

## First use
Fill the tank to the upper mark and switch the machine on at the back. Let two cups of hot water run through before the first coffee, since dust of the factory may be left in the pipes. The pump rattles until the pipes are full.

## The display
A white light means that the machine is ready, and a blinking one that it heats up. Amber says that the tank is empty or the tray full. If the light is red, pull the plug and read the chapter on faults.

## Hardness of the water
Dip the strip into the tap for one second and count the pink squares. Set their number with the wheel beneath the tank. With four squares we recommend the filter, or the boiler calcifies within a year.

## The filter
Soak the filter in cold water until no more bubbles rise, then press it into the bottom of the tank. It lasts for fifty litres or two months. After four weeks of disuse it has to be thrown away.

## Beans
The hopper takes two hundred grams of beans. Oily, sugared or flavoured beans stick to the burrs and are not covered by the guarantee. Beans lose their aroma in the hopper after a week.

## The grinder
Turn the ring to the left for a finer powder, one notch at a time, and only while the burrs are moving. A coarse powder makes thin and sour coffee. A powder that is too fine drips slowly and tastes bitter.

## Ground coffee
Decaffeinated powder goes into the chute under the small flap, one level spoon at most. The machine does not grind then. Never put instant coffee or cocoa into the chute.

## Espresso
Warm the cup on the rack and press the upper key once. Twenty-five millilitres run in twenty-five seconds. A hazelnut-coloured foam shows that everything is right.

## A large cup
Press the lower key for a hundred and twenty millilitres. Hold it until the cup is full to store another amount. The stored amount is kept when the plug is pulled.

## Two cups
Press a key twice within three seconds and both spouts run at once. The machine grinds two portions one after the other for this. It can't be done with powder from the chute.

## Milk foam
Fill a cold jug by a third and hold the tip of the wand just below the surface. Open the valve and let the jug sink as the foam rises. Stop when the jug is too hot to be held.

## Which milk
Fresh milk of three and a half per cent foams best. Oat drinks only work if the carton says barista. Milk that was foamed once does not rise a second time.

## Hot water
Turn the wand over the cup and open the valve without pressing the steam key. The water leaves with ninety degrees. For green tea let it cool down for five minutes.

## Switching off
The machine switches itself off after thirty minutes. Hold the upper and the lower key to change this to an hour or two. It rinses the spouts before it goes out, so leave a cup beneath.

## Every day
Empty the tray and the drawer of the coffee cakes in the evening. Wipe the wand right after use with a damp cloth. Milk that has dried in it is loosened with a needle.

## Every week
Take the brewing unit out by pressing both red tabs, and rinse it under the tap without soap. Let it dry for an hour. It only slides back if its arrow points upwards.

## Every month
A tablet in the brewing unit removes the oils of the coffee. Hold the lower key for five seconds to start the programme, which takes nine minutes. Do not drink what runs out.

## Descaling
The machine asks for descaling when all three lights blink. Pour a bottle of citric solution and half a litre of water into the tank. The programme must not be interrupted: it takes half an hour and needs a bowl of two litres.

## The grinder is blocked
A stone or a nail among the beans stops the burrs with a loud crack. Pull the plug, suck the beans out with a vacuum cleaner and lift the ring off. Turn the lower burr by hand until the piece comes free.

## No coffee runs
Look whether the tank sits tightly, since air gets in otherwise. Blow through both spouts. If the powder in the drawer is mud, it is ground too finely.

## Water under the machine
A puddle after descaling comes from the seal of the tank: grease it thinly. If it is warm, a hose in the machine leaks, and the machine must not be used any longer.

## The coffee is cold
The first cup is always cooler, because the brewing unit is. Rinse once before it. If later cups are below seventy degrees the machine needs descaling.

## Noises
A hum every ten minutes is the boiler keeping its heat. Grinding without beans is shrill and does no harm for a short time. Knocking comes from air in the pump and ends by opening the valve.

## Error numbers
E1 says that the brewing unit is missing, E2 that the door is open. E5 is a sensor of the boiler and can't be mended at home. Write the number down before you call us.

## Guarantee
We repair for twenty-four months without charge what was wrong at the factory. Burrs, seals and filters wear out and are left out. The bill of the shop must be enclosed.

## Sending in
Empty the tank and the boiler before the machine is packed. Ask for the label on our website: without it the parcel is refused. A repair takes ten working days.

## Spare parts
Parts are delivered for ten years after the last machine was sold. The brewing unit costs thirty-nine crowns, a set of seals seven. The numbers of the parts are on the last page.

## Power
The machine takes fourteen hundred watts while it heats and half a watt when it is off. Do not use an extension cord with several sockets. The cable may only be replaced by an electrician.

## Children
Children from eight years on may use the machine if somebody watches them. The steam wand scalds within a second. Cleaning is not done by children.

## Frost
Water that freezes bursts the boiler. Before a journey in winter or storing in an unheated room run the programme for emptying: hold the steam key while switching on. The display shows a snowflake when it is done.

## Old machines
Do not throw the machine into the household rubbish. Shops take it back without charge. The battery of the clock is under the bottom plate and is handed in separately.
`,
  },
  inSameWords: [
    ['How long should I keep the carton?', 'two years: the guarantee'],
    ['How much air is needed behind the machine?', "hand's breadth"],
    ['How many cups of hot water run before the first coffee?', 'Let two cups'],
    ['What does the amber light say?', 'Amber says'],
    ['When does the boiler calcify within a year?', 'With four squares'],
    ['How many litres does the filter last for?', 'fifty litres'],
    ['How many grams of beans does the hopper take?', 'two hundred grams'],
    ['In which direction is the ring turned for a finer powder?', 'Turn the ring to the left'],
    ['Where does decaffeinated powder go?', 'under the small flap'],
    ['How many millilitres has an espresso?', 'Twenty-five millilitres'],
    ['Is the stored amount kept when the plug is pulled?', 'is kept when the plug'],
    ['How do both spouts run at once?', 'twice within three seconds'],
    ['Which milk foams best?', 'three and a half per cent'],
    ['With how many degrees does the hot water leave?', 'ninety degrees'],
    ['After how many minutes does the machine switch itself off?', 'after thirty minutes'],
    ['How is the brewing unit taken out?', 'both red tabs'],
    ['What removes the oils of the coffee?', 'A tablet'],
    ['How long does the descaling programme take?', 'needs a bowl of two litres'],
    ['What does a stone among the beans do?', 'loud crack'],
    ['Where does a puddle after descaling come from?', 'grease it thinly'],
    ['What is the hum every ten minutes?', 'keeping its heat'],
    ['What does E5 mean?', 'sensor of the boiler'],
    ['For how many months do you repair without charge?', 'twenty-four months'],
    ['How long does a repair take?', 'ten working days'],
    ['What does a new brewing unit cost?', 'thirty-nine crowns'],
    ['How many watts does the machine take?', 'fourteen hundred watts'],
    ['From which age may children use the machine?', 'from eight years on'],
    ['What does the snowflake on the display show?', 'bursts the boiler'],
    ['Where is the battery of the clock?', 'bottom plate'],
  ],
  inOtherWords: [
    ['By which part do I grab it when taking it out of the box?', 'by its base'],
    ['Can it stand under a shelf?', 'Steam harms wall cupboards'],
    ['Why is it so loud right after I bought it?', 'The pump rattles'],
    ['What does it mean if it flashes?', 'blinking one that it heats up'],
    ['How do I test how much lime there is?', 'count the pink squares'],
    ['When must I replace the cartridge?', 'fifty litres'],
    ['Are roasts with vanilla taste allowed?', 'flavoured beans'],
    ['My drink is acidic and watery', 'thin and sour'],
    ['It is too strong and harsh, what can I change?', 'tastes bitter'],
    ['Can I make hot chocolate with it?', 'instant coffee or cocoa'],
    ['How do I know that the shot is good?', 'hazelnut-coloured'],
    ['How can I programme the size of a mug?', 'to store another amount'],
    ['Can I serve my wife and me at the same time?', 'both spouts run at once'],
    ['How do I make a cappuccino?', 'hold the tip of the wand'],
    ['Does it work with vegan alternatives?', 'barista'],
    ['I would like to brew sencha', 'For green tea'],
    ['Can it stay on for longer before it sleeps?', 'to an hour or two'],
    ['The nozzle is clogged with dried milk', 'loosened with a needle'],
    ['Can I wash the brew group with dishwashing liquid?', 'without soap'],
    ['How do I clean away grease inside?', 'A tablet'],
    ['Every lamp is flashing', 'when all three lights blink'],
    ['Can I stop removing limescale halfway?', 'must not be interrupted'],
    ['There is a foreign object in the mill', 'suck the beans out'],
    ['Nothing comes out of the nozzles', 'Blow through both spouts'],
    ['There is a leak on the worktop', 'A puddle'],
    ['My drink is only lukewarm', 'The first cup is always cooler'],
    ['It makes a banging sound', 'Knocking comes from air'],
    ['Which failures can I not fix myself?', "can't be mended at home"],
    ['What does the warranty exclude?', 'wear out and are left out'],
    ['How do I return it for service?', 'Ask for the label'],
    ['How long can I still buy replacements?', 'ten years after'],
    ['What is the energy consumption in standby?', 'half a watt'],
    ['Is it dangerous for my toddler?', 'scalds within a second'],
    ['I want to keep it in my garage over Christmas', 'hold the steam key'],
    ['Where do I dispose of it?', 'household rubbish'],
    ['Can I plug it into a power strip?', 'extension cord'],
  ],
  followUps: [
    ['How do I set the hardness of the water?', 'And when do I need the filter?', 'With four squares'],
    ['How long does the filter last?', 'How do I put it in?', 'press it into the bottom'],
    ['How much do I fill into the hopper?', 'How long are they good in there?', 'after a week'],
    ['How do I make the powder finer?', 'What if it is too fine?', 'tastes bitter'],
    ['Can I use decaffeinated powder?', 'How much of it?', 'one level spoon'],
    ['How do I make an espresso?', 'How long should it run?', 'twenty-five seconds'],
    ['How do I make milk foam?', 'Which one is best?', 'three and a half per cent'],
    ['When does the machine switch off?', 'Can I change that?', 'to an hour or two'],
    ['How do I clean the brewing unit?', 'How long must it dry?', 'dry for an hour'],
    ['How is the machine descaled?', 'How long does this take?', 'needs a bowl of two litres'],
    ['What does E5 mean?', 'And E2?', 'E2 that the door'],
    ['How long is the guarantee?', 'What is not covered?', 'wear out and are left out'],
    ['How do I send the machine in?', 'How long will it be away?', 'ten working days'],
    ['What does a brewing unit cost?', 'For how many years can I get it?', 'ten years after'],
    ['How do I store the machine in winter?', 'How do I see that it is empty?', 'a snowflake when'],
  ],
}
