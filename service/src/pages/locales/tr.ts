import type { Catalogue } from './catalogue.ts';

export const tr: Catalogue = {
  paying: {
    pay: { title: 'Ödeme', heading: 'Nasıl ödeyeceğinizi seçin', text: '' },
    confirming: {
      title: 'Ödeme onaylanıyor',
      heading: 'Neredeyse bitti',
      text: 'Ödemenizi onaylıyoruz. Birkaç saniye sürer; lütfen bu sayfayı açık tutun.',
    },
    unknown: {
      title: 'Ödeme kontrol ediliyor',
      heading: 'Ödemeniz kontrol ediliyor',
      text: 'Ödeme sağlayıcısı sonucu henüz doğrulamadı. Sormaya devam ediyoruz; lütfen ikinci kez ödeme yapmayın. Bu sayfayı kapatsanız da {merchant} ne olduğunu öğrenecek.',
    },
    pending: {
      title: 'Ödeme beklemede',
      heading: 'Ödemeniz inceleniyor',
      text: 'Ödemeyi onayladınız ve sağlayıcı onu inceliyor; bu biraz sürebilir. Yeniden ödemeniz gerekmez. Bu sayfayı kapatabilirsiniz; inceleme biter bitmez {merchant} haberdar edilecek.',
    },
    paid: {
      title: 'Ödendi',
      heading: 'Ödeme alındı',
      text: 'Teşekkürler. {merchant} mağazasına {amount} ödediniz.',
    },
    completed: {
      title: 'Ödendi',
      heading: 'Bu siparişin ödemesi yapıldı',
      text: '{merchant}, {amount} tutarındaki ödemeyi aldı. Burada yapılacak başka bir şey yok.',
    },
    expired: {
      title: 'Süresi doldu',
      heading: 'Bu ödeme sayfasının süresi doldu',
      text: 'Sizden ücret alınmadı. Ödemeye yeniden başlamak için {merchant} mağazasına dönün.',
    },
    lapsed: {
      title: 'Süresi doldu',
      heading: 'Bu ödeme sayfasının süresi doldu',
      text: 'Burada, {merchant} mağazasının şimdiye kadar almadığı bir ödemeyi onayladınız. Ödeme hâlâ alınabilir; yeniden ödemeden önce lütfen {merchant} mağazasına sorun.',
    },
    cannot_pay: {
      title: 'Ödeme yapılamıyor',
      heading: '{merchant} bu ödemeyi şu anda alamıyor',
      text: 'Sizden ücret alınmadı. Lütfen {merchant} ile iletişime geçin veya daha sonra yeniden deneyin.',
    },
    unsupported: {
      title: 'Ödeme yapılamıyor',
      heading: 'Bu sipariş bu sayfada ödenemez',
      text: 'Sizden ücret alınmadı. Lütfen {merchant} mağazasından başka bir ödeme yöntemi isteyin.',
    },
  },
  saving: {
    pay: {
      title: 'Ödeme yöntemi kaydet',
      heading: 'Bir ödeme yöntemi kaydedin',
      text: '{merchant} bu yöntemi sonraki ödemeler için kaydetmek istiyor. Şu anda ücret alınmaz.',
    },
    confirming: {
      title: 'Kaydediliyor',
      heading: 'Neredeyse bitti',
      text: 'Ödeme yönteminizi kaydediyoruz. Birkaç saniye sürer; lütfen bu sayfayı açık tutun.',
    },
    unknown: {
      title: 'Kontrol ediliyor',
      heading: 'Neyin kaydedildiği kontrol ediliyor',
      text: 'Ödeme sağlayıcısı bunu henüz doğrulamadı. Sormaya devam ediyoruz ve ücret alınmıyor. Bu sayfayı kapatsanız da {merchant} ne olduğunu öğrenecek.',
    },
    pending: {
      title: 'İnceleniyor',
      heading: 'Sağlayıcı inceliyor',
      text: 'Ücret alınmıyor. Bu sayfayı kapatabilirsiniz; inceleme biter bitmez {merchant} haberdar edilecek.',
    },
    paid: {
      title: 'Kaydedildi',
      heading: 'Ödeme yönteminiz kaydedildi',
      text: 'Teşekkürler. {merchant} bu yöntemi sonraki ödemelerde kullanabilir. Sizden ücret alınmadı.',
    },
    completed: {
      title: 'Kaydedildi',
      heading: 'Bir ödeme yöntemi kayıtlı',
      text: '{merchant} bu yöntemi sonraki ödemelerde kullanabilir. Burada yapılacak başka bir şey yok.',
    },
    expired: {
      title: 'Süresi doldu',
      heading: 'Bu sayfanın süresi doldu',
      text: 'Hiçbir şey kaydedilmedi. Yeniden başlamak için {merchant} mağazasına dönün.',
    },
    cannot_pay: {
      title: 'Yapılamıyor',
      heading: '{merchant} şu anda ödeme yöntemi kaydedemiyor',
      text: 'Hiçbir şey kaydedilmedi ve ücret alınmadı. Lütfen {merchant} ile iletişime geçin veya daha sonra yeniden deneyin.',
    },
    unsupported: {
      title: 'Yapılamıyor',
      heading: 'Bu sayfada ödeme yöntemi kaydedilemez',
      text: 'Hiçbir şey kaydedilmedi ve ücret alınmadı. Lütfen {merchant} mağazasından başka bir yol isteyin.',
    },
  },
  no_way_back: {
    paying: 'Sizden ücret alınmadı. {merchant} mağazasından yeni bir ödeme bağlantısı isteyin.',
    saving: 'Hiçbir şey kaydedilmedi. {merchant} mağazasından yeni bir bağlantı isteyin.',
  },
  notices: {
    canceled: 'Ödemeden önce ayrıldınız. Sizden ücret alınmadı.',
    declined: 'Ödemeniz reddedildi ve sizden ücret alınmadı. Lütfen başka bir ödeme yöntemi seçin.',
    not_completed: 'Bu ödeme tamamlanmadı ve sizden ücret alınmadı. Lütfen yeniden deneyin.',
    rate_limited: 'Ağınızdan çok fazla deneme geldi. Lütfen bir dakika bekleyin, sonra yeniden deneyin.',
    unreachable: 'Ödeme sağlayıcısına ulaşılamadı. Sizden ücret alınmadı. Lütfen birazdan yeniden deneyin.',
    no_connection:
      'Çevrimdışısınız. Sizden ücret alınmadı. Lütfen bağlantı geri gelir gelmez yeniden deneyin.',
    script_failed:
      'Ödeme sağlayıcısının düğmeleri yüklenemedi. Nedeni bir içerik engelleyici veya zayıf bir bağlantı olabilir. Yeniden deneyin ya da sağlayıcının kendi sayfasında devam edin.',
    window_open:
      'Ödemeyi açılan pencerede tamamlayın. Pencere görmüyorsanız düğmelerin altındaki yolu kullanın.',
    expiring:
      'Bu sayfanın süresi iki dakikadan kısa bir süre içinde dolacak. Sonrasında mağaza sizin için yeni bir ödeme başlatabilir.',
  },
  saving_notices: {
    canceled: 'Bir şey kaydedilmeden ayrıldınız.',
    declined:
      'Sağlayıcı bu ödeme yöntemini reddetti ve hiçbir şey kaydedilmedi. Lütfen başka bir yöntem seçin.',
    not_completed: 'İşlem tamamlanmadı ve hiçbir şey kaydedilmedi. Lütfen yeniden deneyin.',
    unreachable:
      'Ödeme sağlayıcısına ulaşılamadı ve hiçbir şey kaydedilmedi. Lütfen birazdan yeniden deneyin.',
    no_connection:
      'Çevrimdışısınız ve hiçbir şey kaydedilmedi. Lütfen bağlantı geri gelir gelmez yeniden deneyin.',
    window_open: 'Açılan pencerede tamamlayın.',
    expiring:
      'Bu sayfanın süresi iki dakikadan kısa bir süre içinde dolacak. Sonrasında mağaza sizin için yeniden başlatabilir.',
  },
  notice_titles: {
    canceled: 'İptal edildi',
    declined: 'Reddedildi',
    not_completed: 'Tamamlanmadı',
    window_open: 'Onayınız bekleniyor',
  },
  offline: 'Çevrimdışısınız. Bağlantı geri gelir gelmez bu sayfa kendiliğinden devam eder.',
  summary: {
    pay: '{merchant} mağazasına ödeme',
    save: '{merchant} için ödeme yöntemi kaydı',
    payment_to: '{merchant} mağazasına ödeme',
    payment: 'Ödeme',
    amount: 'Tutar',
    shipping: 'Kargo',
    free: 'Ücretsiz',
    test: 'Test ortamı',
    test_means: 'gerçek para aktarılmaz',
    usable_until: 'Bu sayfanın son kullanım zamanı: {time}.',
    secured_by: '{service} ile korunur',
    items: { one: '{count} ürün', other: '{count} ürün' },
  },
  actions: {
    check_again: 'Yeniden kontrol et',
    load_again: 'Düğmeleri yeniden yükle',
    loading: 'Ödeme yöntemleri yükleniyor…',
    other_ways: 'Diğer ödeme yöntemleri',
    continue_to_pay: 'Devam et ve {amount} öde',
    continue_to_provider: 'Sağlayıcıya devam et',
    pay_at_provider: 'Bunun yerine ödeme sağlayıcısının sayfasında öde',
    confirm_payment: '{amount} tutarındaki ödemeyi onayla',
    confirm_saving: 'Bu ödeme yöntemini kaydet',
    cancel: 'İptal et ve {merchant} mağazasına dön',
    continue_to_shop: '{merchant} mağazasına devam et',
    return_to_shop: '{merchant} mağazasına dön',
    print: 'Makbuzu yazdır',
  },
  hints: {
    asks_by_itself: 'Bu sayfa birkaç saniyede bir kendiliğinden yeniden sorar.',
    approve_payment: 'Ödemeyi sağlayıcının kendi sayfasında onaylayıp buraya dönersiniz.',
    approve_saving: 'Sağlayıcının kendi sayfasında onay verip buraya dönersiniz.',
    no_window: 'Pencere açılmazsa ödemeyi orada onaylayın; sonra buraya dönersiniz.',
    not_charged_yet: 'Ödemeyi onayladınız. Burada da onaylayana kadar ücret alınmaz.',
    not_saved_yet: 'Onay verdiniz. Burada da onaylayana kadar hiçbir şey kaydedilmez.',
    may_close: 'Bu sayfayı kapatabilirsiniz.',
    goes_on: 'Birazdan oraya yönlendirileceksiniz.',
  },
  receipt: { heading: 'Makbuz', paid_on: 'Ödeme tarihi', reference: 'Ödeme referansı', order: 'Sipariş' },
  email: {
    label: 'E-posta',
    what_for: '{merchant} bu siparişle ilgili size oradan ulaşabilir.',
    wrong: 'Lütfen e-posta adresinizi eksiksiz yazın, örneğin name@example.com.',
  },
  card: {
    form: 'Kartla öde',
    number: 'Kart numarası',
    expiry: 'Son kullanma tarihi (AA/YY)',
    code: 'Güvenlik kodu',
    pay: '{amount} öde',
    checkNumber: 'Kart numarasını kontrol edin.',
    checkExpiry: 'Son kullanma tarihini kontrol edin.',
    checkCode: 'Güvenlik kodunu kontrol edin.',
    checkName: 'Kartın üzerindeki adı kontrol edin.',
    notAccepted: 'Bu tür kart burada kabul edilmiyor.',
    enterAgain: 'Lütfen sayfayı yeniden yükleyip kart bilgilerini yeniden girin.',
    declined: 'Kartınız reddedildi ve sizden ücret alınmadı. Lütfen başka bir kart deneyin.',
    not_saved: 'Kartınız reddedildi ve hiçbir şey kaydedilmedi. Lütfen başka bir kart deneyin.',
    failed: 'Kart alanları yüklenemedi. Lütfen yeniden deneyin.',
    load_again: 'Kart alanlarını yeniden yükle',
    needs_script: 'Kart alanları JavaScript gerektirir; JavaScript bu tarayıcıda kapalı.',
  },
  problems: {
    not_found: {
      heading: 'Bu ödemeyi bulamıyoruz',
      text: 'Bağlantı eksik olabilir. Lütfen bulduğunuz yerden yeniden açın veya mağazadan yenisini isteyin.',
    },
    too_many: {
      heading: 'Çok fazla istek',
      text: 'Ağınızdan çok fazla istek geldi. Lütfen bir dakika bekleyin, sonra bu sayfayı yeniden yükleyin.',
    },
    unavailable: { heading: 'Şu anda yanıt veremiyoruz', text: 'Lütfen bir dakika sonra yeniden deneyin.' },
    failed: {
      heading: 'Bir şeyler ters gitti',
      text: 'Hata bizde. Lütfen yeniden deneyin; sürerse destek ekibine şu numarayı bildirin: {number}',
    },
    refused: { heading: 'Bu işe yaramadı', text: 'Lütfen geldiğiniz sayfaya dönün ve yeniden deneyin.' },
  },
};
