/// The short names of emoji that people know, where Unicode calls them something else.
enum EmojiNames {
  /// The characters and their names, as `SymbolEntries.append(table:)` reads them.
  static let table = """
    😀grinning 😃smiley 😄smile 😁grin 😆laughing,satisfied,lol 😅sweat_smile 🤣rofl 😂joy 🙂slight_smile 🙃upside_down 😉wink
    😊blush 😇innocent,angel_face 🥰in_love 😍heart_eyes 🤩star_struck 😘kissing_heart 😗kissing ☺relaxed 😚kissing_closed_eyes
    😙kissing_smiling_eyes 😋yum 😛stuck_out_tongue 😜stuck_out_tongue_winking_eye 🤪zany 😝stuck_out_tongue_closed_eyes
    🤑money_mouth 🤗hugs,hugging 🤭hand_over_mouth 🤫shush 🤔thinking,hmm 🤐zipper_mouth 🤨raised_eyebrow 😐neutral
    😑expressionless 😶no_mouth 😏smirk 😒unamused 🙄roll_eyes,eyeroll 😬grimacing 🤥liar 😌relieved 😔pensive 😪sleepy
    🤤drooling 😴sleeping 😷mask 🤒sick 🤢nauseated 🤮vomiting 🤧sneezing 🥵hot 🥶cold 🥴woozy 😵dizzy_face 🤯exploding_head,mind_blown
    🤠cowboy 🥳partying 😎sunglasses,cool_face 🤓nerd 🧐monocle 😕confused 😟worried 🙁slight_frown ☹frowning2 😮open_mouth
    😯hushed 😲astonished 😳flushed 🥺pleading 😦frowning 😧anguished 😨fearful 😰cold_sweat 😥disappointed_relieved 😢cry 😭sob
    😱scream 😖confounded 😣persevere 😞disappointed 😓sweat 😩weary 😫tired 🥱yawning 😤triumph 😡rage 😠angry
    🤬cursing 😈smiling_imp 👿imp ☠skull_and_crossbones 💩poop,shit,hankey 🤡clown 👹ogre 👺goblin 👽alien 👾space_invader 🤖robot
    😺smiley_cat 😸smile_cat 😹joy_cat 😻heart_eyes_cat 😼smirk_cat 😽kissing_cat 🙀scream_cat 😿crying_cat 😾pouting_cat
    🙈see_no_evil 🙉hear_no_evil 🙊speak_no_evil 💋kiss 💘cupid 💝gift_heart 💗heartpulse 💓heartbeat 💕two_hearts
    ❤heart,red_heart ❣heart_exclamation 💯100,hundred 💢anger 💥boom,bang 💫dizzy 💦sweat_drops 💨dash 💬speech_balloon 💭thought_balloon 💤zzz
    👋wave 🤚raised_back_of_hand ✋hand,high_five 🖖vulcan,spock 👌ok_hand 🤌pinched_fingers 🤏pinching ✌v,victory 🤞crossed_fingers,fingers_crossed
    🤘metal,rock_on 🤙call_me 👈point_left 👉point_right 👆point_up_2 🖕middle_finger 👇point_down ☝point_up
    👍+1,thumbsup,thumbs_up 👎-1,thumbsdown,thumbs_down ✊fist 👊punch,fist_bump 👏clap 🙌raised_hands 👐open_hands 🙏pray,thanks,please
    ✍writing 💅nail_care 💪muscle,strong 🧠brain 👀eyes 👁eye 👅tongue 👄lips 👶baby 👦boy 👧girl 👨man 👩woman 👴old_man 👵old_woman
    🙅no_good 🙆ok_woman 💁tipping_hand 🙋raising_hand 🙇bow 🤦facepalm 🤷shrug 👮police 🕵detective 👷construction_worker 🤴prince 👸princess
    🎅santa 🦸superhero 🧙mage,wizard 🧟zombie 🚶walking 🏃running,runner 💃dancer 🕺man_dancing 👫couple 💑couple_with_heart 👪family
    🐵monkey_face 🐶dog 🐕dog2 🐺wolf 🦊fox 🐱cat 🐈cat2 🦁lion 🐯tiger 🐴horse 🦄unicorn 🐮cow 🐷pig 🐭mouse 🐹hamster 🐰rabbit 🐻bear
    🐼panda 🐔chicken 🐧penguin 🐦bird 🦆duck 🦅eagle 🦉owl 🐸frog 🐢turtle 🐍snake 🐲dragon_face 🐳whale 🐬dolphin,flipper 🐟fish 🐙octopus
    🐛bug 🐜ant 🐝bee,honeybee 🐞ladybug 🦋butterfly 🐌snail 🕷spider 🕸spider_web 🦂scorpion 💐bouquet 🌹rose 🌻sunflower 🌷tulip
    🌲evergreen_tree 🌳tree 🌴palm_tree 🌵cactus 🍀four_leaf_clover,luck 🍁maple_leaf 🍂fallen_leaf 🍃leaves 🍄mushroom 🌰chestnut
    🍎apple 🍊orange,tangerine 🍋lemon 🍌banana 🍉watermelon 🍇grapes 🍓strawberry 🍒cherries 🍑peach 🍍pineapple 🥝kiwi 🍅tomato 🥑avocado
    🍆eggplant 🥕carrot 🌽corn 🌶hot_pepper,chili 🍞bread 🧀cheese 🍗poultry_leg 🥓bacon 🍔burger,hamburger 🍟fries 🍕pizza 🌭hotdog 🌮taco
    🍿popcorn 🍣sushi 🍜ramen,noodles 🍝spaghetti,pasta 🍦icecream 🍩doughnut,donut 🍪cookie 🎂birthday 🍰cake 🍫chocolate 🍬candy 🍯honey
    ☕coffee 🍵tea 🍷wine 🍺beer 🍻beers,cheers 🥂champagne_glasses 🍾champagne 🍸cocktail 🥃whisky 🍴fork_and_knife
    🌍earth_africa 🌎earth_americas 🌏earth_asia 🌐globe 🗺map 🏔mountain 🌋volcano 🏕camping 🏖beach 🏝island 🏠house,home 🏢office 🏥hospital
    🏦bank 🏨hotel 🏫school 🏭factory 🏰castle 🗽statue_of_liberty ⛪church 🕌mosque 🕍synagogue ⛲fountain ⛺tent 🌃night 🌅sunrise 🌇sunset
    🚂steam_locomotive 🚆train 🚇metro 🚌bus 🚑ambulance 🚒fire_engine 🚓police_car 🚕taxi 🚗car,red_car 🚚truck 🚲bike ⛽fuelpump,gas
    🚨rotating_light,siren 🚦traffic_light 🚧construction ⚓anchor ⛵sailboat 🚢ship ✈airplane 🚁helicopter 🚀rocket 🛸ufo ⌛hourglass
    ⏳hourglass_flowing_sand ⌚watch ⏰alarm_clock ⏱stopwatch 🕐clock1 🌙moon,crescent 🌑new_moon 🌕full_moon ☀sunny,sun 🌞sun_with_face ⭐star 🌟star2
    ☁cloud ⛅partly_sunny ⛈thunder_cloud 🌧rain ❄snowflake ⛄snowman ☔umbrella ⚡zap,lightning 🔥fire,flame 💧droplet 🌊ocean,wave_water 🌈rainbow
    ☃snowman_with_snow 🌪tornado ☂open_umbrella 🎃jack_o_lantern,pumpkin 🎄christmas_tree 🎆fireworks ✨sparkles 🎈balloon 🎉tada,party 🎊confetti
    🎁gift,present 🎀ribbon 🎟tickets 🏆trophy 🏅medal 🥇1st_place,gold_medal 🥈2nd_place,silver_medal 🥉3rd_place,bronze_medal ⚽soccer 🏀basketball
    🏈football 🎾tennis 🎯dart,bullseye 🎮video_game 🎲dice,game_die 🧩puzzle,jigsaw 🎭performing_arts 🎨art,palette 🧵thread 👓glasses 👕shirt
    👖jeans 👗dress 👠high_heel 👟sneaker 👑crown 🎩tophat 🎓mortar_board,graduation 💄lipstick 💍ring 💎gem 🔇mute 🔊loud_sound 📢loudspeaker 📣mega
    🔔bell 🔕no_bell 🎵music,musical_note 🎶notes 🎤microphone 🎧headphones 📻radio 🎷saxophone 🎸guitar 🎹piano,musical_keyboard 🎺trumpet 🎻violin
    🥁drum 📱iphone,phone_mobile ☎phone,telephone 📞telephone_receiver 🔋battery 🔌plug 💻computer,laptop 🖥desktop 🖨printer ⌨keyboard 🖱mouse_device
    💾floppy_disk,save 💿cd 📀dvd 📷camera 🎥movie_camera 📺tv 🔍mag,search 🔎mag_right 🕯candle 💡bulb,idea 🔦flashlight 📔notebook 📖book,open_book
    📚books 📜scroll 📄page 📰newspaper 📑bookmark_tabs 🔖bookmark 🏷label 💰moneybag 💵dollar 💳credit_card 🧾receipt ✉envelope,email 📧e_mail
    📨incoming_envelope 📦package,box 📫mailbox 🗳ballot_box ✏pencil2 ✒nib 🖊pen 🖌paintbrush 🖍crayon 📝memo,pencil,note 💼briefcase 📁file_folder
    📂open_folder 🗂dividers 📅date,calendar_date 📆calendar 📈chart_up 📉chart_down 📊bar_chart 📋clipboard 📌pushpin,pin 📍round_pushpin
    📎paperclip 📏ruler ✂scissors 🗃card_file_box 🗄file_cabinet 🗑wastebasket,trash 🔒lock 🔓unlock 🔐closed_lock 🔑key 🗝old_key 🔨hammer ⛏pick
    ⚒hammer_and_pick 🛠tools 🗡dagger ⚔crossed_swords 🔫gun 🏹bow_and_arrow 🛡shield 🔧wrench 🔩nut_and_bolt ⚙gear 🗜clamp ⚖scales,balance
    🔗link 🧲magnet ⚗alembic 🧪test_tube 🧬dna 🔬microscope 🔭telescope 📡satellite_antenna 💉syringe 💊pill 🩹bandage 🚪door 🛏bed 🚽toilet
    🚿shower 🛁bathtub 🧹broom 🧺basket 🧻toilet_paper 🧼soap 🛒shopping_cart 🚬smoking ⚰coffin ⚱urn 🗿moyai 🧱bricks 🏗building_construction
    🚮litter 🚰potable_water ♿wheelchair 🚹mens 🚺womens 🚻restroom ⚠warning 🚸children_crossing ⛔no_entry 🚫prohibited,no_entry_sign 🚳no_bicycles
    ☢radioactive ☣biohazard ⬆arrow_up ↗arrow_upper_right ➡arrow_right ↘arrow_lower_right ⬇arrow_down ↙arrow_lower_left ⬅arrow_left
    ↖arrow_upper_left ↕arrow_up_down ↔left_right_arrow ↩leftwards_hook ↪arrow_right_hook ⤴arrow_heading_up ⤵arrow_heading_down
    🔃arrows_clockwise 🔄arrows_counterclockwise 🔙back 🔚end 🔛on 🔜soon 🔝top ⚛atom ✡star_of_david ☸wheel_of_dharma ☯yin_yang ✝cross ☦orthodox_cross
    ☪star_and_crescent ☮peace 🕎menorah 🔀shuffle 🔁repeat 🔂repeat_one ▶play,arrow_forward ⏩fast_forward ⏭next_track ⏯play_or_pause ◀arrow_backward
    ⏪rewind ⏸pause ⏹stop ⏺record ⏏eject 🔅low_brightness 🔆high_brightness 📶signal 📴mobile_phone_off ♀female_sign ♂male_sign ✖x_multiply
    ➕plus,heavy_plus_sign ➖minus,heavy_minus_sign ➗divide ♾infinity ‼bangbang ⁉interrobang ❓question ❔grey_question ❕grey_exclamation ❗exclamation
    〰wavy_dash ♻recycle ⚜fleur_de_lis 🔱trident 📛name_badge 🔰beginner ⭕o ✅white_check_mark,check,done ☑ballot_box_with_check ✔heavy_check_mark,check_mark
    ❌x,cross_mark ❎negative_squared_cross_mark ➰curly_loop ✳eight_spoked_asterisk ❇sparkle ©copyright ®registered ™tm 🔟keycap_ten 🔤abc 🅰a 🅱b 🆎ab
    🆑cl 🆒cool 🆓free 🆔id 🆕new 🆖ng 🅾o2 🆗ok 🅿parking 🆘sos 🆙up 🆚vs 🔴red_circle 🟠orange_circle 🟡yellow_circle 🟢green_circle 🔵blue_circle
    🟣purple_circle ⚫black_circle ⚪white_circle 🟥red_square 🟧orange_square 🟨yellow_square 🟩green_square 🟦blue_square 🟪purple_square
    🏁checkered_flag 🚩triangular_flag 🎌crossed_flags 🏴black_flag 🏳white_flag 🩷pink_heart 🫡salute,saluting 🫠melting 🫶heart_hands 🫣peeking 🦀crab
    🐘elephant 🦕sauropod 🦖t_rex 🦥sloth 🦦otter 🦔hedgehog 🐿chipmunk 🦇bat 🐨koala 🐑sheep 🐐goat 🐫camel 🦒giraffe 🐊crocodile 🦈shark
    """

  /// The emoji that are made of several characters.
  static let sequences: [(name: String, text: String)] = [
    ("rainbow_flag", "🏳️‍🌈"), ("transgender_flag", "🏳️‍⚧️"), ("pirate_flag", "🏴‍☠️"), ("heart_on_fire", "❤️‍🔥"),
    ("mending_heart", "❤️‍🩹"), ("technologist", "🧑‍💻"), ("man_technologist", "👨‍💻"), ("woman_technologist", "👩‍💻"),
    ("scientist", "🧑‍🔬"), ("teacher", "🧑‍🏫"), ("farmer", "🧑‍🌾"), ("cook", "🧑‍🍳"), ("mechanic", "🧑‍🔧"),
    ("astronaut", "🧑‍🚀"), ("firefighter", "🧑‍🚒"), ("artist", "🧑‍🎨"), ("pilot", "🧑‍✈️"), ("health_worker", "🧑‍⚕️"),
    ("polar_bear", "🐻‍❄️"), ("service_dog", "🐕‍🦺"), ("black_cat", "🐈‍⬛"), ("face_in_clouds", "😶‍🌫️"),
    ("face_exhaling", "😮‍💨"), ("man_shrugging", "🤷‍♂️"), ("woman_shrugging", "🤷‍♀️"), ("man_facepalming", "🤦‍♂️"),
    ("woman_facepalming", "🤦‍♀️"), ("flag_england", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"), ("flag_scotland", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"),
    ("flag_wales", "🏴󠁧󠁢󠁷󠁬󠁳󠁿"), ("flag_eu", "🇪🇺"), ("flag_un", "🇺🇳"),
  ]

  /// The codes of the countries that have a flag.
  static let countries = """
    AC AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC
    CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE
    GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM
    KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ
    NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH
    SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TA TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE
    VG VI VN VU WF WS XK YE YT ZA ZM ZW
    """

  /// The digits in boxes, from zero.
  static let digits = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
}
