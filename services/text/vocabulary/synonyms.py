"""Everyday words that a question puts for one another: who asks about "old people" is answered by "the elderly". Pure.

Only words of everyday use stand here; a subject's own words mean what the text says that they mean.
"""

import re
from collections.abc import Mapping
from functools import cache

from services.text.languages import code_of
from services.text.vocabulary.forms import family_of
from services.text.words import stem_of

_GROUPS = {
    "en": """
        old older elderly aged aging ageing/young younger youth/child children kid kids/baby babies infant infants
        newborn newborns/adult adults grown-up grownup/lack lacks lacking deficiency shortage missing insufficient
        absence/begin begins start starts beginning/end ends finish finishes/stop stops stopped halt cease ceases/big
        large great huge/great important major/small little tiny/long lengthy length/deep depth/wide broad width/high
        tall height/strong strength powerful power/weak weakness/hot heat warm warmth/cold cool chill/wet moist moisture
        damp/dry dehydrated dehydration/dark darker darkening darkness/pale light fair/color colour colors colours
        coloration coloring pigment pigmentation/get gets receive receives gain obtain obtains acquire/make makes made
        create creates produce produces build form forms formation manufacture generate generates/give gives provide
        provides supply supplies offer/write writes written author wrote/invent invents develop develops devise/discover
        discovers discovery found/build builds construct constructs construction/fix repair repairs mend/break breaks
        broken damage damages damaged destroy destroys destruction/design plan plans/lead leads leader head heads/boss
        chief manager leader/govern government rule rules/need needs require requires necessary required needed/use uses
        employ apply utilize usage/show shows display displays/see view views/look appear appears appearance/shape
        shapes form/decide decides decision ruling rule ruled/die dies died death dead deceased passed killed/deadly
        fatal lethal/kill kills destroy/born birth/live lives living life/alive living/doctor doctors physician
        physicians clinician/cure treat treats treatment heal heals healing therapy/ill sick sickness illness disease
        diseases disorder disorders/medicine drug drugs medication/hurt hurts pain painful injure injury harm/wound
        wounds injury injuries cut/happen occur occurs/sit lie lies located/place location site/fire burn burnt
        burned/idea theory concept thought notion/think believe believes/guess estimate assume/know knowledge/learn
        learns learning/teach teaches teaching instruct instruction/teacher teachers instructor instructors
        educator/pupil pupils student students learner/school schools/test tests exam exams examination/job work
        occupation profession career/worker workers employee employees/remove removes removal delete deletes detach
        detaches clear eliminate eliminates/vanish vanishes disappear disappears fade fades impermanent/renew renewed
        renewal replace replaced replaces replacement/replace replaces succeed succeeded succeeds successor/pay paid
        salary wage wages earn earns/cost costs price expensive/pay pays cover covering fund funded funding finance/buy
        purchase purchases/sell sells sold/rich wealthy wealth affluent/poor poverty/money funds funding/free
        gratis/danger dangerous risk risks harmful hazardous/safe safety secure/careful caution cautious/benefit
        benefits advantage advantages/drawback disadvantage disadvantages/good beneficial/bad harmful negative/change
        changes alter alters modify modifies/help helps aid aids assist assists support/allow allows permit permits
        enable enables/forbid forbidden ban banned prohibit prohibited/stop stops prevent prevents avoid avoids block
        blocks/keep keeps maintain maintains retain retains/keep keeps store stores stored storage save saves/hold holds
        contain contains/include includes contain contains comprise comprises consist consists/fast quick quickly rapid
        rapidly/slow slowly/hard difficult difficulty/easy simple easily simply/essential crucial vital
        necessary/critics critic opponents opponent/supporters proponents supporter/join joined combine combined
        merge/connect connects link links attach attaches/separate separates divide divides split/found founded founder
        established establish/choose select selects pick/grow growth enlarge increase increases/more increase
        increases/rise rises increase increases/fall falls decrease decreases decline declines reduce reduces/less
        decrease reduce reduces reduction/letters characters/country nation state nations countries/america american us
        usa/british britain uk england english/replace substitute/protect protects protection guard guards
        shield/explain account/amount quantity/kinds types sorts/kind type sort/part portion share/piece pieces
        fragment/whole entire complete/same identical equal/different differs difference distinct/fight fights combat
        defend defends defense/attack attacks/war conflict/soldier soldiers troops military/ask asks request requests
        question/answer answers reply respond response/say says state states claim claims argue argues/name named names
        called call/mean means meaning signify/send sends transmit transmits transmission/carry carries transport
        transports/bring brings deliver/move moves movement motion/go goes travel travels/leave leaves exit exits quit
        quits/enter enters/return returns/open opens/close closes closed/hide hides hidden conceal invisible/find finds
        locate/search searches look/try tries attempt attempts/want wants wish desire/like prefer prefers/love
        affection/afraid fear fears scared frightened worry worries worried concern concerned/scared danger/angry
        anger/happy happiness/feel feels feeling sense sensation/touch touches contact/smell odor odour scent/taste
        flavor flavour/hear hearing/eat eats food feed feeds diet nutrition/drink drinks beverage/breathe breathing
        respiration respiratory/sleep sleeping/sweat sweating perspiration/heart cardiac/brain cerebral/blood
        bloodstream/bone bones skeletal/kidney kidneys renal/lung lungs pulmonary/fat adipose/obese overweight/belly
        stomach abdomen/finger fingers digit digits/mother mothers mom maternal/father fathers dad paternal/parents
        parent family families/boy boys male males/girl girls female females/man men male males/woman women female
        females/wife husband spouse married/friend friends peer peers/people persons individuals humans/person
        individual human/law laws legal legislation/court judge judges/crime crimes criminal/right rights/vote votes
        voting election/group groups/job jobs employment/town city cities/house home homes/car automobile
        vehicle/computer machine/program programs software/error errors bug bugs fault/folder directory directories/file
        files/copy copies duplicate/rename renamed/print prints output/enter type types typed/screen display/command
        commands instruction/user users/network internet/version release releases/test check checks verify/begin launch
        launches/year annual/daily day/often frequently frequent/seldom rarely rare/usually normally typically/always
        constantly/today currently now modern/earlier previously formerly past/later afterwards subsequently/first
        initially original/last final finally/next following/top upper/bottom lower/outside outer external/inside inner
        internal/front anterior/behind back posterior/near close/between among/about approximately around/almost
        nearly/enough sufficient adequate/many numerous several/most majority/half fifty/result results outcome
        consequence effect effects/reason reasons cause causes/purpose goal aim/method way technique procedure/rule
        rules norm norms/role function functions/task tasks duty/feature property characteristic/unfair bias biased/sea
        ocean marine/rain rainfall precipitation/river stream/forest woods trees/stone rock rocks/soil ground earth/air
        atmosphere/farming agriculture agricultural farm farms/germ germs bacteria bacterium microbe microbes/poison
        poisonous toxin toxic /pregnant pregnancy/eye eyes vision sight visual/tooth teeth dental/mouth oral/nerve
        nerves neural neurons/tumor tumour tumors cancer/swell swollen swelling/tired tiredness fatigue/king ruler
        monarch/church religion religious/ship ships boat vessel/plane aircraft airplane/train railway railroad/road
        street/shop store/prison jail/steal stolen theft/picture image photo figure/map chart plot/email mail/average
        mean/sum total/double twice doubled/run runs execute executes executed execution/repeat repeats loop iterate
        iteration/update updates upgrade upgrades/undo revert/crash fails failure/join enter/common frequent abundant
        widespread/rare scarce uncommon/famous known/clever intelligent smart intelligence/stupid unintelligent/brave
        courage/criticize criticise criticism criticized attack/praise praised/complain objection oppose opposed/agree
        agreement consent/quarrel dispute disagree/grow raise raised bring/hurry speed rate/push pushes press
        pressure/pull pulls draw draws/mix mixture blend/heat warms heats/cool cools/melt melts thaw/boil boils/float
        floats/burst explode explosion/shake shaking tremble vibrate/good better best/bad worse worst/family families
        household households/disable disables disabled deactivate deactivated/expensive costly dear/scientist scientists
        researcher researchers scholar scholars/sweden swedish swede/norway norwegian/denmark danish/finland
        finnish/germany german/france french/italy italian/spain spanish/greece greek/rome roman/japan japanese/china
        chinese/korea korean/india indian/russia russian/poland polish/turkey turkish/egypt egyptian/england
        english/scotland scottish/ireland irish/netherlands dutch/switzerland swiss/africa african/asia asian/europe
        european/mexico mexican/brazil brazilian/canada canadian/australia australian/earthquake quake/crack fracture
        rupture/hole opening pore gap/edge border boundary margin/middle centre center/surface outside/layer
        layers/order sequence/thick thickness/thin narrow/heavy weight weigh weighs mass/soft flexible elastic/rough
        uneven/shiny bright/loud noise sound sounds/quiet silent silence
    """,
    "no": """
        gammel gamle eldre/ung yngre/barn barna/mangel mangler manglende/begynne begynner starte starter/slutt slutter
        ende stor store/liten små/få får motta/lage lager laget skape produsere danne dannes/skrive skrevet forfatter
        utvikle utviklet oppfinne oppfunnet/lede leder ledet/trenge trenger trengs behøve nødvendig nødvendige kreve
        krever bruke bruker benytte anvende/vise viser/dø døde død/født fødsel/lege lege/kurere behandle behandling
        helbrede skje skjer hende inntreffe/ligge ligger befinner/brann brenne brant/tanke ide teori/jobb arbeid yrke
        fjerne fjernes slette/lønn betaling/koste koster pris/fare farlig risiko skadelig/fordel/ulempe/endre forandre
        hjelpe hjelp/tillate/hindre hindrer stanse/kjøpe/rask raskt fort/vanskelig/lett enkel/viktig/sykdom/velge valg
        vokse øke/land stat/drepe ødelegge/erstatte avløse etterfølger/beskytte vern/mengde/del andel/installasjon
        oppsett/dannes oppstår/gå går beveger beveger flytter/fort fart hastighet/motstand motstanden resistans/hav
        havet sjø/regn nedbør/bakke jord/varm varme oppvarming/kald kulde/våt fuktig fuktighet/tørr tørt/lys lyser/mørk
        mørke/tung vekt veier/sterk styrke kraft/svak/hull åpning/kant grense/midt sentrum/overflate utside/smelte
        smelter tine/koke koker/øke øker stige stiger/minke synke synker avta/mest flest størst/minst færrest/by byer
        tettsted/fabrikk verk/bil kjøretøy/båt skip/vei gate/skole undervisning/lærer lærere/elev elever/menneske
        mennesker person folk/norge norsk norske/sverige svensk svenske/danmark dansk danske/tyskland tysk tyske/england
        engelsk engelske/frankrike fransk franske/kina kinesisk kinesiske/bra bedre best god/dårlig verre verst/familie
        husstand husholdning hushold/dyr dyre dyrere kostbar/billig billige billigere/far pappa/mor mamma/gutt
        gutter/jente jenter/voksen voksne/baby babyer spedbarn nyfødt nyfødte/stoppe stopper stanse stanser opphøre
        opphører/bygge bygger konstruere konstruerer oppføre/reparere reparerer fikse mekke/ødelegge ødelegger skade
        skader/bestemme bestemmer avgjøre avgjør vedta beslutte beslutning avgjørelse/farge farger fargestoff
        pigment/dødelig livsfarlig/medisin medisiner legemiddel legemidler/vondt smerte smerter/sår skade skader/sted
        plass beliggenhet/tenke tenker tro tror mene mener/anta antar anslå anslår beregne/kunnskap viten/prøve prøver
        eksamen test tester/arbeider arbeidere ansatt ansatte arbeidstaker arbeidstakere/forsvinne forsvinner
        borte/betale betaler dekke dekker finansiere finansierer/penger midler/rik rike velstående/fattig fattige
        fattigdom/gratis kostnadsfri kostnadsfritt/trygg trygt sikker sikkert sikkerhet/nytte fordel fordeler
        gevinst/ulempe ulemper bakdel bakdeler/endring endringer forandring forandringer/hjelpe støtte støtter
        bistå/tillate tillater tillatt lov/forby forbudt ulovlig/beholde bevare bevarer/lagre lagrer lagring oppbevare
        oppbevarer/inneholde inneholder omfatte omfatter bestå består/sakte langsomt langsom/samle samler
        kombinere/koble kobler forbinde forbinder knytte knytter/skille skiller dele deler splitte/grunnlegge grunnlagt
        stifte stiftet etablere etablert opprette opprettet/begrense begrenser hindre/menge antall/hel hele
        komplett/forskjellig ulik ulike annerledes/krig konflikt/soldat soldater tropper/angripe angriper
        angrep/forsvare forsvarer forsvar/sende sender overføre overfører/forlate forlater avslutte/åpne åpner/lukke
        lukker stenge stenger/skjule skjuler gjemme gjemmer/lete leter søke søker/redd frykt angst/sint sinne/glad lykke
        lykkelig/spise spiser mat føde næring ernæring/puste puster ånde ånding/svette svetter/hjerte hjertet/mage
        buk/program programmer programvare/mappe katalog kataloger/versjon utgave utgaver/sjekke sjekker kontrollere
        kontrollerer/ofte hyppig vanlig/sjelden sjeldne/vanligvis normalt oftest/alltid stadig konstant/resultat følge
        følger virkning konsekvens konsekvenser/grunn årsak årsaker/mål hensikt formål/måte metode fremgangsmåte/rolle
        funksjon funksjoner/oppgave oppgaver/egenskap kjennetegn/elv bekk/skog trær/stein bergart bergarter/luft
        atmosfære/landbruk jordbruk gård gårder/bakterie bakterier/gift giftig giftige/svulst kreft/trøtt sliten/kirke
        religion/fly luftfartøy/tog jernbane/butikk/fengsel/stjele tyveri/bilde figur foto/oppdatere oppdaterer
        oppgradere/kjent berømt/kritisere kritikk/enig enighet/dytte skyve trykk/trekke drar/blande blander
        blanding/eksplodere sprenge eksplosjon/skjelve rystelse riste/bråk støy lyd/forsker forskere vitenskapsmann
        vitenskapsfolk/forskning vitenskap vitenskapelig/jordskjelv skjelv
    """,
    "de": """
        alt älter ältere/jung jünger/kind kinder/mangel fehlen/beginnen beginnt anfangen starten/ende enden aufhören
        groß größe/klein/bekommen erhalten/machen schaffen erzeugen erstellen herstellen bilden/schreiben geschrieben
        autor entwickeln erfinden erfunden/leiten leitete führen führte geleitet geführt leiter/brauchen benötigen nötig
        notwendig benutzen verwenden nutzen nutzer benutzer/zeigen anzeigen/sterben starb stirbt tod gestorben/geboren
        geburt arzt/heilen behandeln behandlung/geschehen passieren passierte/liegen befinden/feuer brand brennen/idee
        theorie arbeit beruf/entfernen löschen/gehalt lohn verdienen/kosten preis/gefahr gefährlich
        risiko/vorteil/nachteil/ändern verändern/helfen hilfe/erlauben ermöglichen/verhindern/kaufen/schnell
        rasch/schwer schwierig/leicht einfach/wichtig krankheit/wählen auswählen gewählt/wachsen zunehmen/land
        staat/zerstören/ersetzen nachfolger nachfolgen/schützen veröffentlichen veröffentlicht freigeben freigegeben
        erscheinen erschien/gründen gegründet gründer/zeichnen entwerfen/gut besser beste/schlecht schlechter/familie
        haushalt/teuer kostspielig/deutschland deutsch/frankreich französisch/england englisch/menschen leute
        personen/name benannt nennen
    """,
}

_TURNS = {
    "en": """
        get rid of=remove/got rid of=removed/go away=disappear/goes away=disappears/went away=disappeared/look
        like=appearance/looks like=appearance/bring up=raise/brought up=raised/grow up=grow/find out=discover/found
        out=discovered/give up=abandon/gave up=abandoned/set up=install/take place=happen/took place=happened/come
        about=happen/came about=happened/made up of=consists/made of=consists/take over=succeed/took over=succeeded/in
        charge of=leads/afraid of=fear/look for=search/take part=participate/took part=participated/carry
        out=perform/put off=delay/run out of=lack/turn into=become/turns into=becomes/leave out=omit/point
        out=mention/get bigger=grow/gets bigger=grows/get smaller=shrink/get better=heal/gets better=heals/get
        worse=deteriorate/get older=age/gets older=ages/get sick=disease/gets sick=disease/fall ill=disease/switch
        off=disable/switched off=disabled/turn off=disable/turned off=disabled/getting taller=growing/get
        taller=grow/getting bigger=growing/getting older=ageing
    """,
    "no": """
        bli kvitt=fjerne/ser ut=utseende/tar slutt=ender/gi opp=oppgi/finne ut=oppdage/fant ut=oppdaget/sette
        opp=installere/finner sted=skjer/fant sted=skjedde/består av=inneholder/bli større=vokse/blir større=vokser/bli
        syk=sykdom/blir syk=sykdom
    """,
}
"""Turns of everyday speech, with the one word that a text has for them."""


def in_one_word(question: str, language: str) -> str:
    """A question with its turns of speech put in one word."""
    for turn, word in _turns(code_of(language)):
        question = turn.sub(word, question)
    return question


@cache
def _turns(code: str) -> list[tuple[re.Pattern[str], str]]:
    pairs = [pair.split("=") for pair in " ".join(_TURNS.get(code, "").split()).split("/") if pair]
    return [(re.compile(rf"\b{turn}\b", re.IGNORECASE), word) for turn, word in pairs]


def synonyms_of(stem: str, language: str) -> frozenset[str]:
    """The stems that may stand for a word's stem, also those of strong verbs, without itself and its own forms."""
    return _by_stem(code_of(language) or "en").get(stem, frozenset())


@cache
def _by_stem(code: str) -> Mapping[str, frozenset[str]]:
    found = dict[str, frozenset[str]]()
    for group in " ".join(_GROUPS.get(code, "").split()).split("/"):
        families = {stem: family_of(stem, code) for stem in (stem_of(word, code) for word in group.split())}
        stems = frozenset().union(*families.values())
        for stem, family in families.items():
            found[stem] = found.get(stem, frozenset()) | stems - family
    return found
