(()=>{var E,Ut,Qn,Z,Ze,Ne,zt,Pe,It,tt,et,Xn,ge=Symbol.for("pv"),Ae={},je=[],Zn=/^m(i|n|o|s|text|space)$/,nt=Array.isArray,st=je.slice,oe=Object.assign;function se(e){e&&e.parentNode&&e.remove()}function Be(e,t,n){var s,a,o,r={},i=arguments.length;for(o in t)o=="key"?s=t[o]:o=="ref"&&typeof e!="function"?a=t[o]:r[o]=t[o];return i>2&&(r.children=i>3?st.call(arguments,2):n),ve(e,r,s,a,null)}function ve(e,t,n,s,a){var o={type:e,props:t,key:n,ref:s,__k:null,__:null,__b:0,__e:null,__c:null,constructor:ge,__v:a||++Ut,__i:-1,__u:0};return!a&&E.vnode&&E.vnode(o),o}function He(e){return e.children}function ue(e,t){this.props=e,this.context=t,this.__g=0}function ee(e,t){if(t==null)return e.__&&ee(e.__,e.__i+1);for(var n;t<e.__k.length;t++)if((n=e.__k[t])&&n.__e)return n.__e;return typeof e.type!="function"||e.props.__P?null:ee(e)}function es(e){var t,n=e.__v,s=n.__e,a=[],o=[],r=e.__P;r&&((t=oe({constructor:ge},n)).__v=n.__v+1,E.vnode&&E.vnode(t),ot(r,t,n,e.__n,r.namespaceURI,32&n.__u?[s]:null,a,s||ee(n),32&n.__u,o),t.__v=n.__v,t.__.__k[t.__i]=t,Vt(a,t,o),n.__=n.__e=null,t.__e!=s&&Kt(t))}function Kt(e){if((e=e.__)&&e.__c&&!e.props.__P)return e.__e=null,e.__k.some(function(t){return t&&(e.__e=t.__e)}),Kt(e)}function Rt(e){(8&e.__g||(e.__g|=8,Z.push(e),Ne++))&&Ze==E.debounceRendering||((Ze=E.debounceRendering)||queueMicrotask)(Wt)}function Wt(){try{for(var e,t=1;Z.length;)Z.length>t&&Z.sort(zt),e=Z.shift(),t=Z.length,8&e.__g&&es(e)}finally{(Ne=Z.length)&&(Ze||queueMicrotask)(Wt)}}function Jt(e,t,n,s,a,o,r,i,d,p,l){var m,f,c,_,S,g,y=s.__k||je,v=t.length;for(d=ts(n,t,y,d,v),m=0;m<v;m++)(c=n.__k[m])!=null&&(f=~c.__i&&y[c.__i]||Ae,c.__i=m,g=ot(e,c,f,a,o,r,i,d,p,l),_=c.__e,(f.ref!=c.ref||8&f.__u)&&(f.ref&&at(f.ref,null,c,f),c.ref&&l.push(c.ref,c.__c||_,c)),S=S||_,4&c.__u?(d=Ft(c,d,e,!f.__v),f.__e&&(f.__e=null)):typeof c.type=="function"&&g!==void 0?d=g:_&&(d=_.nextSibling),c.__u&=-21);return n.__e=S,d}function ts(e,t,n,s,a){var o,r,i,d,p,l,m,f,c,_=n.length,S=_,g=0,y=0,v=e.__k=Array(a);for(o=0;o<a;o++)(r=t[o])!=null&&typeof r!="boolean"&&typeof r!="function"?(typeof r!="object"||r.constructor===String?r=v[o]=ve(null,r):nt(r)?r=v[o]=ve(He,{children:r}):r.constructor===ge&&r.__b?r=v[o]=ve(r.type,r.props,r.key,r.ref,r.__v):v[o]=r,d=o+g,r.__=e,r.__b=e.__b+1,i=null,~(p=r.__i=ns(r,n,d,S))&&(S--,(i=n[p])&&(i.__u|=2)),i&&i.__v?(r.__u|=16,p==d-1?g--:p==d+1?g++:p!=d&&(p>d?g--:g++,y=1)):(~p||(a>_?g--:a<_&&g++),typeof r.type!="function"&&(r.__u|=4))):v[o]=null;if(y){for(l=[],m=[],o=0;o<a;o++)if((r=v[o])&&16&r.__u){for(g=0,f=l.length;g<f;)l[c=g+f>>1]<r.__i?g=c+1:f=c;l[g]=r.__i,m[o]=g+1}for(g=l.length;o--;)m[o]&&(m[o]==g?g--:v[o].__u|=4)}if(S)for(o=0;o<_;o++)!(i=n[o])||2&i.__u||(i.__e==s&&(s=ee(i)),rt(i,i));return s}function Ft(e,t,n,s){var a,o,r,i;if(typeof e.type=="function"){if(e.props.__P)return t;if(a=e.__k)for(o=0;o<a.length;o++)a[o]&&(a[o].__=e,t=Ft(a[o],t,n,!1));return t}for(t&&!t.parentNode&&(t=ee(e))&&!t.parentNode&&(t=null),r=e.__e,i=t;i&&i.nodeType==8;)i=i.nextSibling;for(r!=i&&(!s&&n.moveBefore&&r.parentNode?n.moveBefore(r,t):n.insertBefore(r,t||null)),t=r;(t=t&&t.nextSibling)&&t.nodeType==8&&!t.data.startsWith("$s"););return t}function ns(e,t,n,s){var a,o=e.key,r=e.type,i=t[n],d=i&&!(2&i.__u);if(i===null&&o==null||d&&o==i.key&&r==i.type)return n;if(s>(d?1:0)){for(a=n-1;a>=0;a--)if((i=t[a])&&!(2&i.__u)&&o==i.key&&r==i.type)return a;for(a=n+1;a<t.length;a++)if((i=t[a])&&!(2&i.__u)&&o==i.key&&r==i.type)return a}return-1}function Dt(e,t,n){n==null&&(n=""),t[0]=="-"?e.setProperty(t,n):e[t]=n}function Le(e,t,n,s,a){var o,r;if(t=="style")if(typeof n=="string")e.style.cssText=n;else{if(typeof s=="string"&&(e.style.cssText=s=""),s)for(t in s)n&&t in n||Dt(e.style,t);if(n)for(t in n)s&&n[t]==s[t]||Dt(e.style,t,n[t])}else if(t[0]=="o"&&t[1]=="n")typeof n!="function"&&(n=null),typeof s!="function"&&(s=null),(e.__e||(e.__e={}))[t]=n,n&&s||(r=et[t]||(et[t]=ss(t)),(e.__a||(e.__a={}))[t]=tt,o=t!=(t=t.replace(It,"$1")),(t=t.slice(2))[0]<"a"&&(t=t.toLowerCase()),n?e.addEventListener(t,r,o):e.removeEventListener(t,r,o));else{if(a=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&t!="height"&&t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in e)try{return void(e[t]=n??"")}catch{}if(typeof n=="function")return;n==null||n===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,t=="popover"&&n==1?"":n)}}function ss(e){return function(t){var n=this.__e;if(n){if(n=n[e],t[Pe]==null)t[Pe]=tt++;else if(t[Pe]<this.__a[e])return;return n(E.event?E.event(t):t)}}}function ot(e,t,n,s,a,o,r,i,d,p){var l,m,f,c,_,S,g,y,v,w,x,I,W,$,R,L,D,P,O=t.type;if(t.constructor!==ge)return null;128&n.__u&&(d=32&n.__u,l=n.__c.__z)&&(t.__u|=d,m=o=[],l.nodeType==8?i=Oe(l,o):o.push(l),i=o[0]||i),(l=E.__b)&&l(t);e:if(typeof O=="function"){f=r.length;try{if(y=t.props,v=(l=O.prototype)&&l.render,w=(l=O.contextType)&&s[l.__c],x=l?w?w.props.value:l.__:s,(c=n.__c)?(t.__c=c,2&c.__g&&(c.__g|=1)):(v?t.__c=c=new O(y,x):(t.__c=c=new ue(y,x),c.constructor=O,c.render=as),w&&w.sub(c),c.state||(c.state={}),c.__n=s,c.__g|=8,c.__h=[],c.__k=[]),v&&(c.__s||(c.__s=c.state),O.getDerivedStateFromProps&&(c.__s==c.state&&(c.__s=oe({},c.__s)),oe(c.__s,O.getDerivedStateFromProps(y,c.__s)))),_=c.props,S=c.state,c.__v=t,n.__c){if(y!==_&&v&&!O.getDerivedStateFromProps&&c.componentWillReceiveProps&&c.componentWillReceiveProps(y,x),t.__v==n.__v&&!(8&c.__g)||!(4&c.__g)&&c.shouldComponentUpdate&&c.shouldComponentUpdate(y,c.__s,x)===!1){t.__v!=n.__v&&(c.props=y,c.state=c.__s,c.__g&=-9),t.__e=n.__e,t.__k=n.__k,t.__k.some(function(k){k&&(k.__=t)}),je.push.apply(c.__h,c.__k),c.__k=[],c.__h.length&&r.push(c),i=ee(n);break e}c.componentWillUpdate&&c.componentWillUpdate(y,c.__s,x),v&&c.componentDidUpdate&&c.__h.push(function(){c.componentDidUpdate(_,S,g)})}else v&&!O.getDerivedStateFromProps&&c.componentWillMount&&c.componentWillMount(),v&&c.componentDidMount&&c.__h.push(c.componentDidMount);c.context=x,c.props=y,c.__P=e,c.__g&=-5,I=E.__r,W=v?25:0;do c.__g&=-9,I&&I(t),l=c.render(c.props,c.state=c.__s,c.context);while(8&c.__g&&++W<25);v&&(je.push.apply(c.__h,c.__k),c.__k=[]),c.state=c.__s,c.getChildContext&&(s=oe({},s,c.getChildContext())),v&&n.__c&&c.getSnapshotBeforeUpdate&&(g=c.getSnapshotBeforeUpdate(_,S)),$=l&&l.type===He&&l.key==null?l.props.children:l,y.__P&&(l=i,a=(e=y.__P).namespaceURI,d=o=null,n.props&&n.props.__P!=e&&(n.__k.some(function(k){k&&rt(k,k)}),n.__k=null),i=n.__k?ee(n,0):null),i=Jt(e,nt($)?$:[$],t,n,s,a,o,r,i,d,p),y.__P&&(t.__e=null,i=l),t.__u&=-161,m&&m.some(se),c.__h.length&&r.push(c),1&c.__g&&(c.__g&=-4)}catch(k){if(r.length=f,t.__v=null,d||o)if(k&&k.then){if(t.__u|=128|d,o){for(~(D=o.indexOf(i||void 0))||(D=o.length);(P=o[D-1])&&P.nodeType==8;)D--;for(;D<o.length;D++)if(P=o[D])if(o[D]=null,R){if(P==L)break}else{if(P.nodeType!=8)break;P.data.startsWith("$s")&&(L=Oe(R=P))}}if(!R){for(;i&&i.nodeType==8&&i.nextSibling;)i=i.nextSibling;R=i}(l=Oe(R=t.__c.__z||(t.__c.__z=R)))?(t.__e=R,i=l):t.__e=i,i=i&&i.nextSibling}else o&&o.some(se);else t.__e=n.__e;t.__k||(t.__k=n.__k||[]),k&&k.then||qt(t),E.__e(k,t,n)}}else i=t.__e=os(n.__e,t,n,s,a,o,r,d,p,e);return(l=E.diffed)&&l(t),i}function Oe(e,t){if(e&&e.nodeType==8&&e.data.startsWith("$s"))for(var n=1;e=e.nextSibling;){if(e.nodeType==8){if(e.data.startsWith("$s"))n++;else if(e.data.startsWith("/$s")&&!--n)return e}t&&t.push(e)}}function qt(e){e&&(e.__c&&(e.__c.__g|=4),e.__k&&e.__k.some(qt))}function Vt(e,t,n){for(var s=0;s<n.length;)at(n[s++],n[s++],n[s++]);E.__c&&E.__c(t,e),e.some(function(a){try{e=a.__h,a.__h=[],e.some(function(o){o.call(a)})}catch(o){E.__e(o,a.__v)}})}function os(e,t,n,s,a,o,r,i,d,p){var l,m,f,c,_,S,g,y,v=n.props||Ae,w=t.props,x=t.type;if(x=="svg"?a="http://www.w3.org/2000/svg":x=="math"?a="http://www.w3.org/1998/Math/MathML":a||(a="http://www.w3.org/1999/xhtml"),o){for(l=0;l<o.length;l++)if((_=o[l])&&(x?_.localName==x:_.nodeType==3)){e=_,o[l]=null;break}}if(!e){if(y=p.ownerDocument||document,!x)return y.createTextNode(w);e=y.createElementNS(a,x,w.is?w:p),i&&(E.__m&&E.__m(t,o),i=!1),o=null}if(x){if(p=x=="template"&&e.content||e,o=x=="textarea"&&w.defaultValue!=null?null:o&&st.call(p.childNodes),!i&&o)for(v={},l=0;l<e.attributes.length;l++)v[(_=e.attributes[l]).name]=_.value;for(l in v)_=v[l],l=="dangerouslySetInnerHTML"?f=_:l=="children"||l in w||l=="value"&&"defaultValue"in w||l=="checked"&&"defaultChecked"in w||Le(e,l,null,_,a);for(l in w)_=w[l],l=="children"?c=_:l=="dangerouslySetInnerHTML"?m=_:l=="value"?S=_:l=="checked"?g=_:i&&typeof _!="function"||v[l]===_||Le(e,l,_,v[l],a);m?(i||f&&(m.__html==f.__html||m.__html==e.innerHTML)||(e.innerHTML=m.__html),t.__k=[]):(f&&(e.textContent=""),(x=="foreignObject"||a=="http://www.w3.org/1998/Math/MathML"&&Zn.test(x))&&(a="http://www.w3.org/1999/xhtml"),Jt(p,nt(c)?c:[c],t,n,s,a,o,r,o?o[0]:n.__k&&ee(n,0),i,d),o&&o.some(se)),i&&x!="textarea"||(l="value",x=="progress"&&S==null?e.removeAttribute(l):S==null||S===e[l]&&(x!="progress"||S)||Le(e,l,S,v[l],a),l="checked",g!=null&&g!=e[l]&&Le(e,l,g,v[l],a))}else v===w||i&&e.data==w||(e.data=w);return e}function at(e,t,n,s){try{typeof e=="function"?t?t.__x=e(t)||1:s&&(s=s.__c||s.__e)&&(t=s.__x)&&(s.__x=null,typeof t=="function"?t():e(null)):e.current=t}catch(a){E.__e(a,n)}}function rt(e,t,n){var s,a,o,r;if(E.unmount&&E.unmount(e),!(s=e.ref)||s.current&&s.current!=e.__e||at(s,null,t,e),s=e.__c){if(s.componentWillUnmount)try{s.componentWillUnmount()}catch(i){E.__e(i,t)}s.__P=s.__n=null}if(s=e.__k)for(r=0;r<s.length;r++)s[r]&&rt(s[r],t,typeof e.type!="function"||n&&!e.props.__P);!n&&(s=e.__c)&&(s=s.__z)&&(a=Oe(s,o=[]))&&(s==e.__e&&o.some(se),se(a),se(s)),n||se(e.__e),e.__e=e.__c=e.__=null}function as(e,t,n){return this.constructor(e,n)}function Re(e,t){var n,s,a,o;E.__&&E.__(e,t),t.nodeType==9&&(t=t.documentElement),s=(n=e&&32&e.__u)?null:t.__k,t.__k=ve(He,{children:[e]}),a=[],o=[],ot(t,t.__k,s||Ae,Ae,t.namespaceURI,s?null:t.firstChild?st.call(t.childNodes):null,a,s?s.__e:t.firstChild,n,o),Vt(a,t.__k,o),t.__k.props.children=null}E={__e:function(e,t,n,s){for(var a,o,r;t=t.__;)if((a=t.__c)&&!(1&a.__g)){a.__g|=4;try{if((r=(o=a.constructor)&&o.getDerivedStateFromError)&&a.setState(o.getDerivedStateFromError(e)),a.componentDidCatch&&(a.componentDidCatch(e,s||{}),r=1),r&&8&a.__g)return void(a.__g|=2)}catch(i){e=i}}throw Ne=0,e}},Ut=0,Qn=function(e){return e!=null&&e.constructor===ge},ue.prototype.setState=function(e,t){var n=this.__s;n&&n!=this.state||(n=this.__s=oe({},this.state)),typeof e=="function"&&(e=e(oe({},n),this.props)),e&&(oe(n,e),this.__v&&(t&&this.__k.push(t),Rt(this)))},ue.prototype.forceUpdate=function(e){this.__v&&(this.__g|=4,e&&this.__h.push(e),Rt(this))},ue.prototype.render=He,Z=[],Ne=0,zt=function(e,t){return e.__v.__b-t.__v.__b},Pe=Symbol(),It=/(PointerCapture)$|Capture$/i,tt=0,et={},Xn=0;var de,H,it,Yt,ct=Object.is,De=0,on=[],lt=[],A=E,Gt=A.__b,Qt=A.__r,Xt=A.diffed,Zt=A.__c,en=A.unmount,tn=A.__;function Ue(e,t){A.__h&&A.__h(H,e,De||t),De=0;var n=H.__H||(H.__H={__:[],__h:[]});return e>=n.__.length&&n.__.push({}),n.__[e]}function M(e){return De=1,rs(an,e)}function rs(e,t,n){var s=Ue(de++,2);if(s.t=e,!s.__c&&(s.__=[n?n(t):an(void 0,t),function(o){var r=(s.__N||s.__)[0],i=s.t(r,o);ct(r,i)||(s.__N=[i,s.__[1]],s.__c.setState({}))}],s.__c=H,!H.__f)){H.__f=!0;var a=H.shouldComponentUpdate;H.shouldComponentUpdate=function(o,r,i){var d=this.__H;if(!d)return!0;var p=!1,l=this.props!=o;if(d.__.some(function(f){f.__N&&(p=!0,ct(f.__[0],f.__N[0])||(l=!0))}),a){var m=a.call(this,o,r,i);return p?m||l:m}return!p||l}}return s.__}function ae(e,t){var n=Ue(de++,3);!A.__s&&dt(n.__H,t)&&(n.__P=!0,n.__=e,n.u=t,H.__H.__h.push(n))}function U(e,t){var n=Ue(de++,4);!A.__s&&dt(n.__H,t)&&(n.__P=!1,n.__=e,n.u=t,H.__h.push(n))}function Q(e){return De=5,F(function(){return{current:e}},[])}function F(e,t){var n=Ue(de++,7);return dt(n.__H,t)&&(n.__=e(),n.__H=t),n.__}function is(){var e;do{for(;e=lt.shift();)try{ye(e)}catch(n){A.__e(n,{__:(e=e.__P)&&e.__v})}for(;e=on.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(ye),t.__h.some(ut),t.__h=[]}catch(n){t.__h=[],A.__e(n,e.__v)}}}while(lt.length)}A.__b=function(e){H=null,Gt&&Gt(e)},A.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),tn&&tn(e,t)},A.__r=function(e){Qt&&Qt(e),de=0;var t=(H=e.__c).__H;t&&(it==H?H.__h=[]:(t.__h.some(ye),t.__h.some(ut),de=0),t.__h=[],t.__.some(function(n){n.__N&&(n.__=n.__N),n.u=n.__N=void 0})),it=H},A.diffed=function(e){Xt&&Xt(e);var t=e.__c;t&&t.__H&&(t.__H.__h.length&&sn(on.push(t)),t.__H.__.some(function(n){n.u&&(n.__H=n.u)})),it=H=null},A.__c=function(e,t){t.some(function(n){try{n.__h.some(ye),n.__h=n.__h.filter(function(s){return!s.__||ut(s)})}catch(s){n.__h=[function(){throw s}]}}),Zt&&Zt(e,t)},A.unmount=function(e){en&&en(e);var t,n,s=e.__c;s&&s.__H&&(s.__H.__.some(function(a){try{if(a.__P&&a.__c){if(n===void 0){for(n=e.__;n&&(!n.__c||!n.__c.__P);)n=n.__;n=n&&n.__c}a.__P=n,sn(lt.push(a))}else ye(a)}catch(o){t=o}}),s.__H=void 0,t&&A.__e(t,s.__v))};var nn=typeof requestAnimationFrame=="function";function cs(e){var t,n=function(){clearTimeout(s),nn&&cancelAnimationFrame(t),setTimeout(e)},s=setTimeout(n,35);nn&&(t=requestAnimationFrame(n))}function sn(e){e!=1&&Yt==A.requestAnimationFrame||((Yt=A.requestAnimationFrame)||cs)(is)}function ye(e){var t=H,n=e.__c;typeof n=="function"&&(e.__c=void 0,n()),H=t}function ut(e){var t=H;e.__c=e.__(),H=t}function dt(e,t){return!e||e.length!=t.length||t.some(function(n,s){return!ct(n,e[s])})}function an(e,t){return typeof t=="function"?t(e):t}var ls={C:"clubs",D:"diamonds",H:"hearts",S:"spades"},us="A23456789TJQK",ds={A:"ace",T:"10",J:"jack",Q:"queen",K:"king"},we=e=>e==="JK"?"":e[0],re=e=>e==="JK"?"":e[1],pt=e=>e==="T"?"10":e,ft=e=>ds[e]??e;function be(e){return e===null?"hidden card":e==="JK"?"printed joker":`${ft(we(e))} of ${ls[re(e)]}`}var ze=e=>e.map(be).join(", "),Ie=(e,t)=>e!==null&&(e==="JK"||e[0]===t),rn=e=>e===null?[9,99]:e==="JK"?[8,0]:["SHCD".indexOf(re(e)),us.indexOf(we(e))];function ke(e,t){return[...e].sort((n,s)=>{let[a,o]=rn(n),[r,i]=rn(s);return t&&a<8&&r<8?o-i||a-r:a-r||o-i})}function pe(e,t){let n=[...e];for(let s of t){let a=n.indexOf(s);a<0&&(a=n.lastIndexOf(null)),a>=0&&n.splice(a,1)}return n}var cn=(e,t)=>e.length===t.length&&pe(e,t).length===0;var un=function(e,t,n,s){var a;t[0]=0;for(var o=1;o<t.length;o++){var r=t[o++],i=t[o]?(t[0]|=r?1:2,n[t[o++]]):t[++o];r===3?s[0]=i:r===4?s[1]=Object.assign(s[1]||{},i):r===5?(s[1]=s[1]||{})[t[++o]]=i:r===6?s[1][t[++o]]+=i+"":r?(a=e.apply(i,un(e,i,n,["",null])),s.push(a),i[0]?t[0]|=2:(t[o-2]=0,t[o]=a)):s.push(i)}return s},ln=new Map;function dn(e){var t=ln.get(this);return t||(t=new Map,ln.set(this,t)),(t=un(this,t.get(e)||(t.set(e,t=(function(n){for(var s,a,o=1,r="",i="",d=[0],p=function(f){o===1&&(f||(r=r.replace(/^\s*\n\s*|\s*\n\s*$/g,"")))?d.push(0,f,r):o===3&&(f||r)?(d.push(3,f,r),o=2):o===2&&r==="..."&&f?d.push(4,f,0):o===2&&r&&!f?d.push(5,0,!0,r):o>=5&&((r||!f&&o===5)&&(d.push(o,0,r,a),o=6),f&&(d.push(o,f,0,a),o=6)),r=""},l=0;l<n.length;l++){l&&(o===1&&p(),p(l));for(var m=0;m<n[l].length;m++)s=n[l][m],o===1?s==="<"?(p(),d=[d],o=3):r+=s:o===4?r==="--"&&s===">"?(o=1,r=""):r=s+r[0]:i?s===i?i="":r+=s:s==='"'||s==="'"?i=s:s===">"?(p(),o=1):o&&(s==="="?(o=5,a=r,r=""):s==="/"&&(o<5||n[l][m+1]===">")?(p(),o===3&&(d=d[0]),o=d,(d=d[0]).push(2,0,o),o=0):s===" "||s==="	"||s===`
`||s==="\r"?(p(),o=2):r+=s),o===3&&r==="!--"&&(o=4,d=d[0])}return p(),d})(e)),t),arguments,[])).length>1?t:t[0]}var u=dn.bind(Be),j=(...e)=>e.filter(Boolean).join(" ");var mt={C:"M10 1a4.1 4.1 0 0 1 3.3 6.5 4.1 4.1 0 1 1-2.2 6.4c.1 2 .8 3.9 2.4 5.1h-7c1.6-1.2 2.3-3.1 2.4-5.1a4.1 4.1 0 1 1-2.2-6.4A4.1 4.1 0 0 1 10 1z",D:"M10 .6Q13.2 6 17.6 10 13.2 14 10 19.4 6.8 14 2.4 10 6.8 6 10 .6z",H:"M10 18.6C4.4 13.6.8 10.6.8 6.5A4.7 4.7 0 0 1 10 4.6a4.7 4.7 0 0 1 9.2 1.9c0 4.1-3.6 7.1-9.2 12.1z",S:"M10 .8c3 4.3 8.6 7.2 8.6 11.5a4.1 4.1 0 0 1-7.5 2.3c.1 1.9.9 3.3 2.3 4.4H6.6c1.4-1.1 2.2-2.5 2.3-4.4a4.1 4.1 0 0 1-7.5-2.3C1.4 8 7 5.1 10 .8z",star:"M10 .8l2.8 6 6.4.8-4.7 4.5 1.2 6.5L10 15.4l-5.7 3.2 1.2-6.5L.8 7.6l6.4-.8z",J:"M3 17h14v2.3H3zM3.5 15.5V8.5L8 11l2-8.5 2 8.5 4.5-2.5v7z",Q:"M3 17h14v2.3H3zM3.3 15.5L1.5 7.2a1.5 1.5 0 1 1 1.3-.3L6 10l1-5.6a1.6 1.6 0 1 1 1.6 0L10 9l1.4-4.6a1.6 1.6 0 1 1 1.6 0L14 10l3.2-3.1a1.5 1.5 0 1 1 1.3.3l-1.8 8.3z",K:"M2.5 17h15v2.3h-15zM2.8 15.5L1 5.5l5.2 4.2L9.2 4.5V3.2H7.8V1.7h1.4V.4h1.6v1.3h1.4v1.5h-1.4v1.3l3 5.2L19 5.5l-1.8 10z"};function ps(e,t,n,s,a){let o=[];for(let r=e+t+a;r<n+s;r+=a){o.push(`M${Math.max(e,r-s)} ${Math.min(s,r-e)}L${Math.min(n,r-t)} ${Math.max(t,r-n)}`);let i=r-s-t;o.push(`M${Math.max(e,i+t)} ${Math.max(t,e-i)}L${Math.min(n,i+s)} ${Math.min(s,n-i)}`)}return o.join("").replace(/\d+\.\d+/g,r=>String(Number(Number(r).toFixed(1))))}var xe=()=>u`<svg class="shapes" width="0" height="0" aria-hidden="true">
  ${Object.entries(mt).map(([e,t])=>u`<symbol id=${`shape-${e}`} viewBox="0 0 20 20"><path fill="currentColor" d=${t} /></symbol>`)}
  <symbol id="shape-back" viewBox="0 0 60 84"><rect x="5" y="5" width="50" height="74" rx="3" class="back-ground" /><path class="back-lines" d=${ps(7,7,53,77,9.2)} /></symbol>
</svg>`,ie=({of:e,x:t,y:n,size:s,name:a})=>u`<use href=${`#shape-${e}`} x=${t} y=${n} width=${s} height=${s} class=${a} />`;function fe({card:e,wild:t,moved:n,label:s,hidden:a}){let o=Ie(e,t),r=e&&we(e),i=e&&re(e),d=s??be(e)+(o&&e!=="JK"?", wild":"");return u`<svg
    class=${j("card",e?`suit-${i||"star"}`:"back",n&&"moved")}
    viewBox="0 0 60 84"
    role=${a?void 0:"img"}
    aria-label=${a?void 0:d}
    aria-hidden=${a?"true":void 0}
  >
    <rect class="paper" x=".75" y=".75" width="58.5" height="82.5" rx="6" />
    ${e===null&&ie({of:"back",x:0,y:0,size:"100%"})}
    ${e==="JK"&&u`<${ie} of="star" x="4" y="7" size="17" /><text class="joker" x="-78" y="17" transform="rotate(-90)">JOKER</text><${ie} of="star" x="24" y="26" size="30" />`}
    ${i&&u`<text class="rank" x="12.5" y="22" textLength=${r==="T"?19:void 0} lengthAdjust="spacingAndGlyphs">${pt(r)}</text>
      <${ie} of=${i} x="4.5" y="26" size="16" />
      ${mt[r]&&u`<${ie} of=${r} x="27" y="10" size="26" name="court" />`}
      <${ie} of=${i} x="25" y=${mt[r]?44:34} size="30" />
      ${o&&u`<${ie} of="star" x="5" y="48" size="15" name="wild" />`}`}
  </svg>`}var ce=({card:e})=>e==="JK"?u`<span class="token suit-star">joker</span>`:u`<span class=${`token suit-${re(e)}`}>${pt(we(e))}<svg viewBox="0 0 20 20"><use href=${`#shape-${re(e)}`} /></svg></span>`;function Ke({cards:e,wild:t,moved:n,name:s,gaps:a}){let o={},r=n===void 0?-1:e.lastIndexOf(n),i=d=>d&&(d==="JK"?"":re(d));return u`<ul class=${j("cards",s)}>
    ${e.map((d,p)=>(o[d]=(o[d]??0)+1,u`<li
        key=${`${d} ${o[d]}`}
        class=${j(a&&p>0&&i(d)!==i(e[p-1])&&"gap",p===r&&"lifted")}
        aria-hidden=${d===null?"true":void 0}
      ><${fe} card=${d} wild=${t} moved=${p===r} /></li>`))}
  </ul>`}function pn({seat:e,wild:t,moved:n,byRank:s}){let a=o=>n&&o.includes(n.card)?n.card:void 0;return u`<div class="hand">
    ${e.cards.length>0&&u`<${Ke} cards=${ke(e.cards,s)} wild=${t} moved=${a(e.cards)} gaps=${!s} />`}
    ${e.melds.length>0&&u`<div class="melds">
      ${e.melds.map((o,r)=>{let i=o.filter(d=>e.laidOff.includes(d));return u`<${Ke} key=${r} cards=${[...ke(pe(o,i)),...i]} wild=${t} moved=${a(i)} name="meld" />`})}
    </div>`}
  </div>`}var We=class{waiting=new Map;last=0;ask(t,n){let s=++this.last;return new Promise((a,o)=>{this.waiting.set(s,{resolve:a,reject:o}),Promise.resolve(n(JSON.stringify({...t,id:s}))).catch(r=>this.fail(s,r))})}fail(t,n){this.waiting.get(t)?.reject(n),this.waiting.delete(t)}failAll(t){for(let n of[...this.waiting.keys()])this.fail(n,t)}take(t){let n=JSON.parse(t),{resolve:s,reject:a}=this.waiting.get(n.id)??{};this.waiting.delete(n.id),n.error?a?.(new Error(n.error)):s?.(n)}};function fn(){let e=new We,t=new Worker("worker.js");return new Promise((n,s)=>{t.onmessage=({data:a})=>{if(a.failed){let o=new Error(a.failed);s(o),e.failAll(o)}else a.ready?n(o=>e.ask(o,r=>t.postMessage(r))):e.take(a.answer)},t.onerror=a=>s(new Error(a.message||"worker.js cannot be loaded"))})}function mn(e){let t=new We,n=new EventSource("stream");return new Promise((s,a)=>{n.addEventListener("table",({data:o})=>{let r=async i=>{let d=await fetch(`ask?table=${o}`,{method:"POST",body:i,headers:{"Content-Type":"application/json"}});if(!d.ok)throw new Error(`${d.status}: ${(await d.text()).trim()}`)};s(i=>t.ask(i,r))}),n.onmessage=({data:o})=>t.take(o),n.onerror=()=>{n.close();let o=new Error("the program has ended, or the connection was lost");a(o),t.failAll(o),e(o)}})}function _t(e){let t=[];if(e.split(`
`).forEach((n,s)=>{if(!n.trim())return;let a;try{a=JSON.parse(n)}catch{throw new Error(`line ${s+1} is not JSON: want a file of records as JSON lines; rummygym record convert makes one of the text form`)}if(a?.type==="game")t.push({...a,events:[]});else if(a?.type!=="dataset"){if(!t.length)throw new Error(`line ${s+1}: want the header of a game first, {"type":"game",…}`);t.at(-1).events.push(a)}}),!t.length||!t.at(-1).events.length)throw new Error("the file has no game");return t}var Se=e=>e.replaceAll("-"," "),fs={"first-upcard":"passes the first upcard","knock-or-pass":"does not knock",wall:"does not knock","knocker-melds":"has no more melds","defender-melds":"has no more melds","lay-off":"has no more lay-offs"},ms=e=>e?[e]:"a card";function Je(e){switch(e.type){case"deal":return[e.hand?`hand ${e.hand} is dealt,`:"the cards are dealt,",...e.wildcard?["wild card",[e.wildcard],"and"]:[],"upcard",[e.upcard]];case"draw":return e.from==="pile"?["takes",e.card?[e.card]:"nothing: the limit of upcards ends the hand"]:["draws",ms(e.card)];case"discard":return["discards",[e.card]];case"declare":return[e.valid?"declares with":"declares wrongly with",[e.card]];case"drop":return["drops"];case"reshuffle":return["the pile becomes the stock, upcard",[e.upcard]];case"pass":return[fs[e.phase]??`passes (${Se(e.phase)})`];case"knock":return["knocks"];case"meld":return["melds",e.cards];case"lay-off":return["lays off",[e.card]];case"score":return[ht(e)];case"end":return[$t(e)]}return[e.type]}var _s={does:"do",has:"have",passes:"pass"};function _n(e){let[t,...n]=Je(e);return[t.replace(/^\w+/,s=>_s[s]??s.replace(/s$/,"")),...n]}var hs=e=>typeof e=="string"?e:ze(e);function Y(e){let t=Je(e).map(hs).join(" "),n=e.type==="draw"?` from the ${e.from}`:"";return e.seat!==void 0?`Seat ${e.seat} ${t}${n}`:t[0].toUpperCase()+t.slice(1)}function ht(e){let t=[e.hand?`hand ${e.hand}`:"score"];return e.ending&&(t[0]+=`: ${Se(e.ending)}`),e.winner!==void 0&&e.scored&&t.push(`seat ${e.winner} scores ${e.scored[e.winner]}`),e.points&&t.push(`points ${e.points.join(" – ")}`),e.scores&&t.push(`match ${e.scores.join(" – ")}`),t.join(", ")}var me=e=>e>0?`+${e}`:e<0?`−${-e}`:"0";function $t(e){let t=e.winner===void 0?"no winner":`seat ${e.winner} wins`;return`${Se(e.ending)}: ${t}, gains ${e.gains.map(me).join(" ")}`}var hn=e=>typeof e=="number"?`seat ${e}`:e;var $s=e=>e[0].toUpperCase()+e.slice(1);function $n({table:e,number:t,own:n,byRank:s}){let a=e.seats[t],{moved:o,end:r,result:i}=e,d=a.cards.length,p=e.toMove===t,l=e.scores?.[t],m=i&&a.points,f=r?.gains[t];return u`<section
    class=${j("seat",n&&"own",p&&"moving",a.status==="dropped"&&"out")}
    aria-label=${`Seat ${t}, ${a.name}`}
    data-place=${`seat-${t}`}
  >
    <header>
      <h2><span class="number">${t}</span> <span class="name" title=${a.name}>${a.name}</span></h2>
      ${p&&u`<span class="badge move">to move</span>`}
      ${a.status&&u`<span class="badge">${a.status}</span>`}
      <span class="facts">
        ${f!==void 0&&u`<strong class="gain">${me(f)}</strong>`}
        ${m!==void 0&&u`<span>${m} points</span>`}
        ${l!==void 0&&u`<span>score ${l}</span>`}
        ${!i&&!a.melds.length&&u`<span>${d} ${d===1?"card":"cards"}</span>`}
      </span>
    </header>
    <${pn} seat=${a} wild=${e.wild} moved=${o?.seat===t?o:void 0} byRank=${s} />
  </section>`}var vs=7;function gs({table:e}){let{pile:t,moved:n}=e,s=t.slice(-vs);return u`<div class="centre">
    <figure data-place="stock">
      ${e.stock>0?u`<div class="stack"><${fe} card=${null} label=${`Stock of ${e.stock} cards`} /></div>`:u`<div class="empty" />`}
      <figcaption>stock ${e.stock}</figcaption>
    </figure>
    <figure class="pile" data-place="pile">
      ${t.length>0?u`<${Ke} cards=${s} wild=${e.wild} moved=${n&&n.seat===void 0?n.card:void 0} />`:u`<div class="empty" />`}
      <figcaption>discard pile ${t.length}</figcaption>
    </figure>
    ${e.wild&&u`<figure>
      ${e.wildcard&&u`<${fe} card=${e.wildcard} wild=${e.wild} />`}
      <figcaption>wild: ${ft(e.wild)}</figcaption>
    </figure>`}
    ${e.next?.length>0&&u`<p class="next">next
      ${" "}<span role="img" aria-label=${`in the stock: ${ze(e.next.slice(0,5))}`}>${e.next.slice(0,5).map(a=>u`<${ce} card=${a} /> `)}</span>
    </p>`}
    <${ys} table=${e} />
  </div>`}function ys({table:e}){let{result:t,end:n}=e;return!t&&!n?null:u`<p class="result">${$s(n?$t(n):ht(t))}</p>`}function Fe({table:e,viewer:t,byRank:n,animate:s,own:a}){let o=Q(null);U(()=>{let p=o.current.querySelector(".moved"),{from:l}=e.moved??{},m=p&&o.current.querySelector(`[data-place="${typeof l=="number"?`seat-${l}`:l}"] .card, [data-place="${l}"]`);if(!s||!m||matchMedia("(prefers-reduced-motion: reduce)").matches)return;let f=m.getBoundingClientRect(),c=p.getBoundingClientRect();p.animate([{transform:`translate(${f.x-c.x}px, ${f.y-c.y}px)`},{transform:"none"}],{duration:240,easing:"ease-out"})},[e]);let r=typeof t=="number"?t:0,i=e.seats.length,d=Array.from({length:i-1},(p,l)=>(r+1+l)%i);return u`<section class=${j("board",i>2&&"many")} aria-label="Table" ref=${o}>
    <div class="others">${d.map(p=>u`<${$n} key=${p} table=${e} number=${p} byRank=${n} />`)}</div>
    <${gs} table=${e} />
    ${a??u`<${$n} table=${e} number=${r} own byRank=${n} />`}
  </section>`}var ws={first:"M5 4v12M16 4L8 10l8 6z",back:"M14 4L6 10l8 6z",play:"M6 3l11 7-11 7z",pause:"M6 4v12M14 4v12",forward:"M6 4l8 6-8 6z",last:"M15 4v12M4 4l8 6-8 6z"},Ce=({icon:e,label:t,keys:n,...s})=>u`<button type="button" class="icon" aria-label=${t} title=${n?`${t} (${n})`:t} ...${s}>
  <svg viewBox="0 0 20 20" aria-hidden="true"><path d=${ws[e]} /></svg>
</button>`,z=({label:e,value:t,options:n,choose:s})=>u`<label class="choice"><span>${e}</span>
  <select value=${t} onChange=${a=>s(a.currentTarget.value)}>
    ${n.map(([a,o])=>u`<option value=${a} selected=${String(a)===String(t)}>${o}</option>`)}
  </select></label>`,bs=[.5,1,2,4,8];function qe(e){U(()=>{let t=n=>{if(n.defaultPrevented||n.altKey||n.ctrlKey||n.metaKey||n.target.closest?.("input, select, textarea")||n.key===" "&&n.target.closest?.("button, summary"))return;let s=e[n.key];s&&(n.preventDefault(),s())};return document.addEventListener("keydown",t),()=>document.removeEventListener("keydown",t)})}function Ve(e,t,n){U(()=>{if(!e)return;let s=setTimeout(n,t);return()=>clearTimeout(s)})}function vn({at:e,last:t,text:n,playing:s,speed:a,go:o,first:r,back:i,forward:d,end:p,toggle:l,setSpeed:m}){return u`<div class="player" role="group" aria-label="Move through the game">
    <input
      type="range"
      aria-label="Event"
      min="0"
      max=${t}
      value=${e}
      aria-valuetext=${`event ${e+1} of ${t+1}: ${n}`}
      onInput=${f=>o(Number(f.currentTarget.value))}
    />
    <div class="buttons">
      <${Ce} icon="first" label="First event" keys="Home" onClick=${r} />
      <${Ce} icon="back" label="Previous event" keys="←" onClick=${i} />
      <${Ce} icon=${s?"pause":"play"} label=${s?"Pause":"Play"} keys="space" onClick=${l} />
      <${Ce} icon="forward" label="Next event" keys="→" onClick=${d} />
      <${Ce} icon="last" label="Last event" keys="End" onClick=${p} />
      <span class="count" aria-hidden="true">${e+1}/${t+1}</span>
      <${z} label="Speed" value=${a} options=${bs.map(f=>[f,`${f}×`])} choose=${f=>m(Number(f))} />
    </div>
  </div>`}var Ye=300,Ge=84;function ks(e,t){let n=new Map;for(let s of e.decisions){let{seat:a}=t.events[s.event-1];s.made.win!==void 0&&n.set(a,[...n.get(a)??[],s])}return[...n].sort(([s],[a])=>s-a)}var gn=e=>`${Math.round(100*e)} %`;function yn({review:e,record:t,at:n,go:s}){let a=ks(e,t);if(!a.length)return null;let o=p=>Ye*(p-1)/Math.max(1,t.events.length-1),r=p=>Ge*(1-p),i=p=>{let l=p.currentTarget.getBoundingClientRect(),m=(p.clientX-l.x)/l.width*Ye,f=c=>Math.abs(o(c.event)-m);s(e.decisions.reduce((c,_)=>f(_)<f(c)?_:c).event-1)},d=a.map(([p,l])=>`seat ${p} from ${gn(l[0].made.win)} to ${gn(l.at(-1).made.win)}, ${l.filter(m=>m.mistake).length} mistakes`);return u`<section class="curve" aria-label="Win chance">
    <h2>Win chance <span class="legend">${a.map(([p])=>u`<span key=${p} class=${`line-${p}`}><svg viewBox="0 0 24 4" aria-hidden="true"><path class="curve-line" d="M0 2H24" /></svg> seat ${p}</span>`)}</span></h2>
    <svg viewBox=${`0 0 ${Ye} ${Ge}`} preserveAspectRatio="none" role="img" aria-label=${`Win chance: ${d.join("; ")}`} onClick=${i}>
      <path class="curve-half" d=${`M0 ${Ge/2}H${Ye}`} />
      <path class="curve-now" d=${`M${o(n+1)} 0V${Ge}`} />
      ${a.map(([p,l])=>u`<g key=${p} class=${`line-${p}`}>
        <path class="curve-line" d=${`M${l.map(m=>`${o(m.event)} ${r(m.made.win)}`).join("L")}`} />
        ${l.map(m=>u`<path key=${m.event} class=${j("curve-dot",m.mistake&&"mistake")} d=${`M${o(m.event)} ${r(m.made.win)}h0`} />`)}
      </g>`)}
    </svg>
  </section>`}function wn({review:e,record:t,at:n,go:s}){let a=e.decisions.filter(o=>o.mistake);return u`<nav class="mistakes" aria-label="Mistakes">
    ${a.length?"Mistakes:":"No mistake beyond the noise."}
    ${a.map(o=>u`<button
      key=${o.event}
      type="button"
      aria-pressed=${o.event===n+1}
      aria-label=${`Mistake of seat ${t.events[o.event-1].seat}, event ${o.event}`}
      onClick=${()=>s(o.event-1)}
    ><span class="number">${t.events[o.event-1].seat}</span> ${o.event}</button>`)}
  </nav>`}function vt(e,t){let n=(e?.decisions??[]).filter(s=>s.mistake).map(s=>s.event-1);return n.find(s=>s>t)??n[0]}function bn(e,t){return class extends ue{shouldComponentUpdate(n){return!t(this.props,n)}render(n){return Be(e,n)}}}var le=({event:e,yours:t})=>(t?_n:Je)(e).map(n=>typeof n=="string"?`${n} `:n.map(s=>u`<${ce} card=${s} /> `)),xs=bn(({turn:e,events:t,at:n,costs:s,link:a,go:o})=>{let r=e.seat===void 0;return u`<li class=${j("turn",r&&"table")}>
    ${!r&&u`<span class="number-of">${e.number}</span><span class="number" title=${`seat ${e.seat}`}>${e.seat}</span>`}
    <span class="events-of">${e.events.map(i=>u`<a
      key=${i}
      href=${a(i)}
      class=${j("event",`is-${t[i].type}`,s?.has(i)&&"costly")}
      aria-label=${Y(t[i])}
      aria-current=${i===n?"step":void 0}
      tabindex=${i===n?0:-1}
      onClick=${d=>{d.ctrlKey||d.metaKey||d.shiftKey||d.button||(d.preventDefault(),o(i))}}
    ><${le} event=${t[i]} /></a>`)}</span>
  </li>`},(e,t)=>e.turn===t.turn&&e.events===t.events&&e.link===t.link&&e.turn.events.includes(e.at)===t.turn.events.includes(t.at)&&!e.turn.events.includes(t.at));function kn({events:e,turns:t,at:n,costs:s,link:a,go:o}){let r=Q(null);return U(()=>{let i=r.current,d=i.querySelector("[aria-current]");if(!d)return;i.contains(document.activeElement)&&document.activeElement!==i&&d.focus({preventScroll:!0});let p=d.closest("li").getBoundingClientRect(),l=i.getBoundingClientRect();p.top<l.top&&(i.scrollTop-=l.top-p.top+8),p.bottom>l.bottom&&(i.scrollTop+=p.bottom-l.bottom+8)},[n,e]),u`<nav class="events" aria-label="Events"><ol ref=${r}>
    ${t.map(i=>u`<${xs} key=${i.events[0]} ...${{turn:i,events:e,at:n,costs:s,link:a,go:o}} />`)}
  </ol></nav>`}var G="all",Me="blind";function xn(e,t){if(t===G)return e;let n={...e};if(e.seat!==t&&e.seat!==void 0){if(e.private)return null;delete n.probability,e.type==="draw"&&e.from==="stock"&&delete n.card}return e.type==="deal"&&(n.hands=e.hands.map((s,a)=>a===t?s:null),delete n.stock,delete n.key),e.type==="reshuffle"&&delete n.stock,n}var _e=e=>e.view===void 0?[G,...e.seats.keys(),Me]:[e.view,Me];function gt(e){return{hand:0,wild:void 0,wildcard:void 0,stock:0,next:null,pile:[],seats:e.seats.map(t=>({name:t,cards:[],melds:[],laidOff:[],status:""})),toMove:void 0,scores:void 0,result:void 0,end:void 0,moved:void 0,size:Math.max(0,...Ss(e).map(t=>t?.length??0))}}var Ss=e=>e.events.find(t=>t.type==="deal")?.hands??[];function Sn(e,t){let n={...e,moved:void 0},s=(r,i)=>{if(!n.seats[r])throw new RangeError(`there is no seat ${r}`);n.seats=n.seats.map((d,p)=>p===r?{...d,...i}:d)},a=(r,i)=>s(r,{cards:pe(n.seats[r].cards,i)}),o=Cs[t.type];if(!o)throw new TypeError(`there is no event ${t.type}`);return o(n,t,s,a),n}var Cs={deal(e,t){Object.assign(e,{hand:t.hand??0,wild:t.wild,wildcard:t.wildcard,stock:t.stock_size,next:t.stock??null,pile:t.upcard?[t.upcard]:[],result:void 0});let n=Array(e.size).fill(null);e.seats=e.seats.map(({name:s},a)=>({name:s,cards:t.hands[a]??n,melds:[],laidOff:[],status:""}))},draw(e,t,n){if(t.from==="pile"){if(!t.card)return;e.pile=e.pile.slice(0,-1)}else e.stock--,e.next=e.next&&e.next.slice(1);let s=t.card??null;n(t.seat,{cards:[...e.seats[t.seat].cards,s]}),e.moved={seat:t.seat,card:s,from:t.from}},discard(e,t,n,s){s(t.seat,[t.card]),e.pile=[...e.pile,t.card],e.moved={card:t.card,from:t.seat}},declare(e,t,n){n(t.seat,{cards:t.cards,status:t.valid?"declared":"declared wrongly"}),e.pile=[...e.pile,t.card],e.moved={card:t.card,from:t.seat}},drop:(e,t,n)=>n(t.seat,{status:"dropped"}),reshuffle(e,t){e.pile=[t.upcard],e.stock=t.stock_size,e.next=t.stock??null},pass(){},knock:(e,t,n)=>n(t.seat,{cards:t.cards,status:"knocked"}),meld(e,t,n,s){s(t.seat,t.cards),n(t.seat,{melds:[...e.seats[t.seat].melds,t.cards]})},"lay-off"(e,t,n,s){s(t.seat,[t.card]),e.seats.forEach((a,o)=>{let r=o===t.seat?-1:a.melds.findIndex(i=>cn(i,t.onto));r>=0&&(n(o,{melds:a.melds.with(r,[...a.melds[r],t.card]),laidOff:[...a.laidOff,t.card]}),e.moved={seat:o,card:t.card,from:t.seat})})},score(e,t,n){e.result=t,e.scores=t.scores??e.scores,e.seats.forEach((s,a)=>{let o=t.melds?.[a],r=t.hands?.[a];r&&n(a,{cards:o?pe(r,o.flat()):r,melds:o??s.melds}),n(a,{points:t.points?.[a]})})},end(e,t){e.end=t}};function Te(e,t){let n=e.events.map(o=>xn(o,t)),s=[],a=gt(e);return n.forEach((o,r)=>{if(o)try{a=Sn(a,o)}catch(i){throw new Error(`event ${r+1} (${o.type}): ${i.message}`)}a={...a,toMove:Ms(n,r+1)},s.push(a)}),{events:n,tables:s}}function Ms(e,t){for(let n=t;n<e.length;n++){let s=e[n];if(s?.seat!==void 0)return s.seat;if(s&&s.type!=="reshuffle")return}}function Cn(e,t,n){let s=t.map(o=>xn(o,n)).filter(Boolean),a=[];for(let o of s)a.push(e={...Sn(e,o),toMove:void 0});return{events:s,tables:a}}function yt({at:e,viewer:t,line:n,step:s},a=G){let o=new URLSearchParams({event:e+1});return t!==a&&o.set("view",t),n!==void 0&&(o.set("line",n+1),o.set("step",s+1)),`#${o}`}var Mn=e=>/^\d{1,9}$/.test(e??"")?Number(e):void 0;function wt(e){let t=new URLSearchParams(e.replace(/^#/,"")),n=o=>{let r=Mn(t.get(o));return r>0?r-1:void 0},s=t.get("view"),a=n("line");return{at:n("event"),viewer:Mn(s)??s??void 0,line:a,step:a===void 0?void 0:n("step")??0}}var Ts=150;function Tn(e){if(location.protocol==="about:"||location.hash===e)return;let t=setTimeout(()=>history.replaceState(null,"",e),Ts);return()=>clearTimeout(t)}var kt=e=>`${(100*e).toFixed(1)} %`;function bt(e){let t=[];return e?.win!==void 0&&t.push(`win ${kt(e.win)}${e.win_error===void 0?"":` ± ${kt(e.win_error)}`}`),e?.points!==void 0&&t.push(`points ${e.points.toFixed(2)}${e.points_error===void 0?"":` ± ${e.points_error.toFixed(2)}`}`),t.join(", ")}function En(e){let t=[];return e?.distance!==void 0&&t.push(`MinDist ${e.distance}`),e?.outs!==void 0&&t.push(`${e.outs} outs`),e?.points!==void 0&&t.push(`${e.points} points left`),e?.danger!==void 0&&t.push(`danger ${Math.round(100*e.danger)} %`),t.join(", ")}var St=(e,t)=>e?.decisions.find(n=>n.event===t+1),Ln=e=>e.cost&&(e.cost.win>0||e.cost.points>0),Pn=e=>new Set((e?.decisions??[]).filter(t=>t.mistake??Ln(t)).map(t=>t.event-1)),xt=e=>e.type==="draw"&&e.from==="stock"?{...e,card:void 0}:e,Es=(e,t)=>[{event:xt(t),estimate:e.made,made:!0},...e.alternatives.map((n,s)=>({event:xt(n.line[0]),estimate:n.estimate,best:s===0}))].map(n=>({...n,text:Y(n.event)})).sort((n,s)=>n.text<s.text?-1:1);function On({decision:e,event:t,pick:n}){return u`<section class="review question" aria-label="Try it again">
    <h2>A mistake of seat ${t.seat}</h2>
    <p>The table is as it was before the move. What would you play?</p>
    <div class="buttons">
      ${Es(e,t).map(s=>u`<button key=${s.text} type="button" aria-label=${s.text} onClick=${()=>n(s)}><${le} event=${s.event} /></button>`)}
    </div>
    <button type="button" onClick=${()=>n()}>Show the answer</button>
  </section>`}function Ls(e,t){if(t.best)return"Your move is the best one.";if(t.made)return"That was the move of the game.";let{estimate:n}=e.alternatives[0],s=[];return n.points!==void 0&&t.estimate.points!==void 0&&s.push(`${(n.points-t.estimate.points).toFixed(2)} points`),n.win!==void 0&&t.estimate.win!==void 0&&s.push(`${kt(n.win-t.estimate.win)} of win chance`),`Your move costs ${s.join(" and ")} compared with the best one.`}function Nn({decision:e,event:t,line:n,tryLine:s,picked:a,again:o}){let r=bt(e.cost),i=En(e.facts);return u`<section class="review" aria-label="Review">
    <h2>${Y(t)}</h2>
    ${a&&u`<p class="verdict" role="status"><strong>${Ls(e,a)}</strong> (${a.text})</p>`}
    <p>${bt(e.made)}${r&&u`<br />${Ln(e)?u`cost: <strong>${r}</strong>`:"No better move was found."}`}</p>
    ${i&&u`<p class="facts-of">${i}</p>`}
    ${e.reasons?.length>0&&u`<p>After it: ${e.reasons.join("; ")}.</p>`}
    ${o&&u`<button type="button" onClick=${o}>Try it again</button>`}
    ${e.alternatives?.length>0&&u`<h3>Instead</h3><ul>
      ${e.alternatives.map((d,p)=>u`<li key=${p}><button type="button" aria-pressed=${n===p} onClick=${()=>s(p)}>
        <${le} event=${xt(d.line[0])} /></button> ${bt(d.estimate)}${d.facts&&u`<br /><span class="facts-of">${En(d.facts)}</span>`}</li>`)}
    </ul>`}
  </section>`}var An="rummygym-scheme";function Ps(){try{return localStorage.getItem(An)??"auto"}catch{return"auto"}}function Qe(){let[e,t]=M(Ps);return U(()=>{e==="auto"?delete document.documentElement.dataset.scheme:document.documentElement.dataset.scheme=e;try{localStorage.setItem(An,e)}catch{}},[e]),u`<${z} label="Colours" value=${e} choose=${t} options=${[["auto","System"],["light","Light"],["dark","Dark"]]} />`}function jn(e){let t=[],n=0,s;return e.forEach((a,o)=>{if(a){if(a.type==="deal"&&(n=0),a.seat===void 0){t.push({events:[o]}),s=void 0;return}a.seat!==s&&(t.push({number:++n,seat:a.seat,events:[]}),s=a.seat),t.at(-1).events.push(o)}}),t}function he(e,t,n){for(let s=t+n;s>=0&&s<e.length;s+=n)if(e[s])return s;return t}function Ct(e,t,n){let s=e.findIndex(o=>o.events.includes(t)),a=n<0&&s>=0&&e[s].events[0]!==t?s:s+n;return e[Math.max(0,Math.min(e.length-1,a))]?.events[0]??t}function Mt(e,t,n){for(let s=t+n;s>=0&&s<e.length;s+=n)if(e[s]?.type==="deal")return s;return t}function Bn(e,t,{at:n=0,viewer:s,line:a,step:o}){let r=_e(e),i=e.events.length-1,d={at:Math.min(n,i),viewer:r.includes(s)?s:r[0]},p=St(t,d.at)?.alternatives?.[a];return p?{...d,line:a,step:Math.min(o,p.line.length-1)}:d}function Tt({data:{title:e,record:t,review:n},aside:s}){let[a,o]=M(()=>Bn(t,n,wt(location.hash))),[r,i]=M(!1),[d,p]=M(2),[l,m]=M(!1),[f,c]=M(!1),[_,S]=M(()=>new Map),{viewer:g,line:y,step:v}=a,{events:w,tables:x}=F(()=>Te(t,g),[g]),I=F(()=>jn(w),[w]),W=F(()=>Pn(n),[n]),$=w[a.at]?a.at:he(w,a.at,-1),R=he(w,w.length,-1),L=St(n,$),D=L?.mistake&&L.alternatives?.length>0&&y===void 0&&!_.has($)&&!r,P=F(()=>{let b=y!==void 0&&Cn(x[$-1]??gt(t),L.alternatives[y].line,g);return b?.events?.length>0&&b},[$,y,x]),O=F(()=>b=>yt({at:b,viewer:g},_e(t)[0]),[g]);ae(()=>Tn(yt(a,_e(t)[0])),[a]),ae(()=>{let b=()=>{o(Bn(t,n,wt(location.hash))),i(!1)};return addEventListener("hashchange",b),()=>removeEventListener("hashchange",b)},[]);let k=(b,X)=>{c(b===he(w,$,1)&&y===void 0),o({at:b,viewer:g}),X||i(!1)},B=b=>{if(!P)return k(he(w,$,b));let X=v+b;return c(b>0),o({...a,step:Math.max(0,Math.min(P.events.length-1,X))})},T={first:()=>k(0),back:()=>B(-1),forward:()=>B(1),end:()=>k(R),toggle:()=>{!r&&$>=R&&k(0),i(!r)}};qe({ArrowLeft:T.back,ArrowRight:T.forward,ArrowUp:()=>k(Ct(I,$,-1)),ArrowDown:()=>k(Ct(I,$,1)),PageUp:()=>k(Mt(w,$,-1)),PageDown:()=>k(Mt(w,$,1)),Home:T.first,End:T.end," ":T.toggle,Escape:()=>y!==void 0&&k($),m:()=>vt(n,$)!==void 0&&k(vt(n,$))}),Ve(r,1e3/d,()=>$<R?k(he(w,$,1),!0):i(!1));let N=P?Math.min(v,P.events.length-1):$,q=P?P.events[N]:w[$],V=P?P.tables[N]:x[D?$-1:$],J=b=>S(new Map(_).set($,b??null)),te=()=>S(new Map([..._].filter(([b])=>b!==$))),K=Y(q);return u`<${xe} />
    <header class="top">
      <div><h1>${e}</h1><p class="players">${t.seats.join(" – ")}</p></div>
      <${z}
        label="View"
        value=${g}
        options=${_e(t).map(b=>[b,b===G?"All cards":b===Me?"Blind":`Seat ${b}`])}
        choose=${b=>o({at:$,viewer:b===G||b===Me?b:Number(b)})}
      />
      <${z} label="Order" value=${l?"rank":"suit"} options=${[["suit","By suit"],["rank","By rank"]]} choose=${b=>m(b==="rank")} />
      <${Qe} />
      ${s}
    </header>
    <main>
      ${P&&u`<p class="what-if">What if: ${K} <button type="button" onClick=${()=>k($)}>Back to the game</button></p>`}
      <${Fe} table=${V} viewer=${g} byRank=${l} animate=${f} />
      <${vn} ...${{at:$,last:w.length-1,text:K,playing:r,speed:d,go:k,setSpeed:p,...T}} />
    </main>
    <aside>
      ${n&&u`<div class="overview"><${yn} ...${{review:n,record:t,at:$,go:k}} /><${wn} ...${{review:n,record:t,at:$,go:k}} /></div>`}
      ${D&&u`<${On} ...${{decision:L,event:w[$],pick:J}} />`}
      ${L&&!D&&u`<${Nn}
        ...${{decision:L,event:w[$],line:y,picked:_.get($)}}
        again=${_.has($)&&y===void 0&&te}
        tryLine=${b=>o({at:$,viewer:g,line:b,step:0})}
      />`}
      <${kn} ...${{events:w,turns:I,at:$,costs:W,link:O,go:k}} />
      <${Ns} record=${t} review=${n} />
    </aside>
    <p class="unseen" aria-live=${r?"off":"polite"}>${K}</p>`}var Os=[["← →","event"],["↑ ↓","turn"],["Page ↑ ↓","hand"],["Home End","first, last"],["Space","play, pause"]],Ns=({record:e,review:t})=>u`<details class="about">
  <summary>Keys and rules</summary>
  <dl class="keys">${[...Os,...t?[["m","next mistake"]]:[]].map(([n,s])=>u`<div><dt>${n}</dt><dd>${s}</dd></div>`)}</dl>
  <dl>
    ${t?.by&&u`<div><dt>reviewed with</dt><dd>${t.by}</dd></div>`}
    <div><dt>environment</dt><dd>${e.env}</dd></div>
    ${e.view!==void 0&&u`<div><dt>the record holds what was seen by</dt><dd>${hn(e.view)}</dd></div>`}
    ${e.origin?.seed&&u`<div><dt>seed</dt><dd>${e.origin.seed}</dd></div><div><dt>deal</dt><dd>${e.origin.deal}</dd></div>`}
    ${Object.entries(e.rules).map(([n,s])=>u`<div><dt>${n}</dt><dd>${String(s)}</dd></div>`)}
  </dl>
</details>`,Et=e=>_e(e).forEach(t=>Te(e,t)),Hn=document.getElementById("data");if(Hn){let e=document.getElementById("page");try{let t=JSON.parse(Hn.textContent);Et(t.record),Re(u`<${Tt} data=${t} />`,e)}catch(t){e.textContent=`This page cannot show its record: ${t.message}`}}var As=e=>e===1?"1 player":`${e} players`;function js(e,t){let n=e.games.find(l=>l.name===t.game)??e.games[0],s=n.presets.find(l=>l.name===t.preset)??n.presets[0],a=s.tables.find(l=>l.seats===t.seats)??s.tables[0],{seats:o}=a,r=l=>n.agents.some(m=>m.spec===l),i=t.watch?o:o-1,d=Array.from({length:i},(l,m)=>r(t.agents?.[m])?t.agents[m]:a.default),p=r(t.adviser)?t.adviser:"";return{...t,game:n,preset:s,seats:o,agents:d,adviser:p}}function Bs({game:e,preset:t,seats:n,agents:s,watch:a,practice:o,adviser:r,changes:i,seed:d}){let p=[t.name,...n===t.tables[0].seats?[]:[`seats=${n}`],i?.trim()].filter(Boolean).join(" ");return{do:"new",game:e.name,rules:p,agents:s,watch:!!a,practice:!!o&&!a,adviser:r,seed:d?.trim()??""}}function Rn({catalog:e,picked:t,pick:n,start:s,open:a,goOn:o,busy:r}){let i=js(e,t),[d,p]=M(!!(t.changes||t.seed)),l=c=>_=>n({[c]:_}),m=i.game.agents.map(c=>[c.spec,c.spec]),f=!t.native&&[...i.agents,i.adviser].some(c=>i.game.agents.find(_=>_.spec===c)?.network);return u`<form class="setup" aria-label="New table" onSubmit=${c=>{c.preventDefault(),s(Bs(i))}}>
    <h2>New table</h2>
    <div class="fields">
      <${z} label="Game" value=${i.game.name} options=${e.games.map(c=>[c.name,c.title])} choose=${c=>n({game:c,preset:void 0,seats:void 0,agents:void 0,adviser:""})} />
      <${z} label="Rules" value=${i.preset.name} options=${i.game.presets.map(c=>[c.name,c.name])} choose=${l("preset")} />
      ${i.preset.tables.length>1&&u`<${z} label="Table" value=${i.seats} options=${i.preset.tables.map(c=>c.seats).toSorted().map(c=>[c,As(c)])} choose=${c=>n({seats:Number(c)})} />`}
      <${z} label="You" value=${i.watch?"watch":i.practice?"practice":"play"} options=${[["play","Play"],["practice","Practise: moves can be taken back"],["watch","Watch agents play"]]} choose=${c=>n({watch:c==="watch",practice:c==="practice"})} />
    </div>
    <fieldset class="fields">
      <legend>${i.watch?"Agents":i.agents.length===1?"Opponent":"Opponents"}</legend>
      ${i.agents.map((c,_)=>u`<div key=${_}><${z}
        label=${i.agents.length===1?"Agent":i.watch?`Seat ${_}`:`Opponent ${_+1}`}
        value=${c}
        options=${m}
        choose=${S=>n({agents:i.agents.with(_,S)})}
      /><p class="doc">${i.game.agents.find(S=>S.spec===c).doc}</p></div>`)}
      ${f&&u`<p class="doc">Networks are loaded first, about 2 MB.</p>`}
    </fieldset>
    <details open=${d} onToggle=${c=>p(c.currentTarget.open)}>
      <summary>More</summary>
      <div class="fields">
        ${!i.watch&&u`<${z} label="Hints by" value=${i.adviser} options=${[["","the strongest fast agent"],...m]} choose=${l("adviser")} />`}
        <label class="choice wide"><span>Changes of the rules</span>
          <input value=${i.changes??""} placeholder=${i.game.name==="gin"?"episode=match target=25":"cap=100 first-drop=25"} onInput=${c=>n({changes:c.currentTarget.value})} /></label>
        <label class="choice wide"><span>Seed of the cards</span>
          <input inputmode="numeric" value=${i.seed??""} placeholder="random" onInput=${c=>n({seed:c.currentTarget.value})} /></label>
        <details class="options"><summary>Options of ${i.game.title}</summary>
          <dl>${i.game.options.map(c=>u`<div key=${c.name}><dt>${c.name}</dt><dd>${c.doc}</dd></div>`)}</dl></details>
      </div>
    </details>
    <p class="begin">
      <button type="submit" class="main" disabled=${r}>${i.watch?"Watch":"Deal"}</button>
      ${o&&u`<button type="button" disabled=${r} onClick=${o}>Go on with the last table</button>`}
      <label class="file">Open records<input type="file" accept=".jsonl,.json,.txt" onChange=${async c=>{let[_]=c.currentTarget.files;c.currentTarget.value="",_&&a(await _.text())}} /></label>
    </p>
  </form>`}function Dn(e,t){let n=e?.melds??[],s=e?.unmelded??[];if(t)return[{name:"",counts:!0,cards:ke([...n.flatMap(o=>o.cards),...s])}];let a=n.map(o=>({name:o.kind,counts:o.counts,cards:o.cards}));return s.length&&a.push({name:a.length?"unmelded":"",counts:!0,cards:s}),a}function Un({groups:e,wild:t,at:n,drawn:s,turn:a,choose:o,play:r}){let i=Q(null);U(()=>{i.current.contains(document.activeElement)&&i.current.querySelector("[tabindex='0']")?.focus({preventScroll:!0})},[n,e]);let d=0,p=e.flatMap(l=>l.cards).lastIndexOf(s);return u`<div class="hand own-hand" role="group" aria-label="Your hand" ref=${i}>
    ${e.map(l=>u`<div class="group" key=${l.cards.join()}>
      <ul class="cards">${l.cards.map(m=>{let f=d++,c=`${be(m)}${Ie(m,t)&&m!=="JK"?", wild":""}${f===p?", just drawn":""}`;return u`<li key=${f}><button
          type="button"
          class=${j("pick",f===n&&"chosen")}
          aria-pressed=${f===n}
          aria-label=${c}
          tabindex=${f===(n??0)?0:-1}
          disabled=${!a}
          onClick=${()=>f===n?r():o(f)}
        ><${fe} card=${m} wild=${t} moved=${f===p} hidden /></button></li>`})}</ul>
      ${l.name&&u`<p class=${j("kind",!l.counts&&"waiting")} title=${l.counts?void 0:"does not save points yet"}>${l.counts?l.name:`(${l.name})`}</p>`}
    </div>`)}
  </div>`}var Hs=e=>e==="human"?"You":e;function zn({players:e,results:t}){if(!t?.length)return null;let n=e.map((s,a)=>t.reduce((o,r)=>o+r.gains[a],0));return u`<section class="sheet" aria-label="Score sheet">
    <h2>Score sheet</h2>
    <div class="scroll" tabindex="0" role="group" aria-label="Scores"><table>
      <thead><tr><th scope="col">Game</th>${e.map((s,a)=>u`<th scope="col" key=${a}>${Hs(s)}</th>`)}</tr></thead>
      <tbody>${t.map((s,a)=>u`<tr key=${a}><th scope="row">${a+1} <span class="ending">${Se(s.ending)}${s.practice?", practice":""}</span></th>${s.gains.map((o,r)=>u`<td key=${r}>${me(o)}</td>`)}</tr>`)}</tbody>
      <tfoot><tr><th scope="row">Sum</th>${n.map((s,a)=>u`<td key=${a}>${me(s)}</td>`)}</tr></tfoot>
    </table></div>
  </section>`}var Rs=e=>e.map(t=>u`<${ce} card=${t} /> `),Lt=(e,t)=>t==="wins"?`${(100*e).toFixed(1)} % won`:`${e.toFixed(1)} points`;function In({hint:e,text:t,play:n}){let{hand:s,outs:a,discards:o,values:r,unit:i}=e,d=a?.reduce((l,m)=>l+m.copies,0),[p]=r??[];return u`<section class="hint review" aria-label="Hint">
    <h2>Hint</h2>
    <p>${s.distance===void 0?u`Deadwood ${s.points}.`:u`${s.distance} ${s.distance===1?"card":"cards"} from a declaration, ${s.points} points.`}</p>
    <p><strong>${e.adviser.replace(/@[0-9a-f]+/,"")}</strong> would ${t(e.action)}
      ${p&&(p.wins?": it wins":`: it expects ${Lt(p.value,i)}`)}
      ${" "}<button type="button" onClick=${()=>n(e.action)}>Do it</button></p>
    ${r?.length>1&&u`<ul>${r.slice(1,5).map(l=>u`<li key=${l.action}>${t(l.action)}: ${Lt(Math.abs(l.behind),i)} ${l.behind<0?"better":"worse"}${l.error?` ± ${Lt(l.error,i)}`:""}</li>`)}</ul>`}
    ${a?.length>0&&u`<p>${d} unseen ${d===1?"card helps":"cards help"}: ${Rs(a.map(l=>l.card))}</p>`}
    ${o?.length>0&&u`<h3>What discards leave</h3><ul>${o.slice(0,6).map((l,m)=>u`<li key=${m}><${ce} card=${l.card} /> ${l.distance===void 0?"":`MinDist ${l.distance}, `}${l.outs} outs, ${l.points} points</li>`)}</ul>`}
  </section>`}var Ds=[[1600,"Slow"],[700,"Normal"],[200,"Fast"],[0,"At once"]],Us=e=>e[0].toUpperCase()+e.slice(1),Wn=(e,t,n)=>t===n?"You":e[t];function zs({events:e,names:t,you:n}){let s=Q(null);return U(()=>{s.current.scrollTop=s.current.scrollHeight},[e]),u`<section class="events log" aria-label="What happened"><ol ref=${s} tabindex="0">
    ${e.map((a,o)=>u`<li key=${o} class=${j("turn",a.seat===void 0&&"table",`is-${a.type}`)}>
      ${a.seat!==void 0&&u`<span class=${j("who",a.seat===n&&"you")}>${Wn(t,a.seat,n)}</span>`}
      <span class="event"><${le} event=${a} yours=${a.seat!==void 0&&a.seat===n} /></span></li>`)}
  </ol></section>`}function Kn(e,t){return e.mover===void 0?"The game is over.":e.turn?"Your move":`${e.names[e.mover]} ${t?"thinks":"is to move"} …`}function Jn({state:e,events:t,ask:n,busy:s,hint:a,problem:o,pace:r,setPace:i,leave:d,save:p,replay:l,aside:m}){let f=e.seat,c=f===void 0,[_,S]=M(void 0),[g,y]=M(0),[v,w]=M(!1),[x,I]=M(!1),[W,$]=M(!1),R=F(()=>({seats:e.names.map((h,C)=>C===f?"You":h),events:t}),[t,e]),L=F(()=>{let{tables:h}=Te(R,c?G:f);return{...h.at(-1),toMove:e.mover}},[R]),D=!c&&L.moved?.seat===f?L.moved.card:void 0,P=F(()=>Dn(e.hand,v),[e,v]),O=P.flatMap(h=>h.cards),k=e.choices??[],B=k.filter(h=>!h.plays),T=h=>k.filter(C=>C.plays&&C.card===O[h]),N=O.findIndex(h=>k.some(C=>C.plays&&C.card===h))>=0,q=()=>{let h=ne=>T(ne).length>0,C=O.lastIndexOf(D);return C>=0&&h(C)?C:O.findLastIndex((ne,Ee)=>h(Ee))},V=N?_!==void 0&&_<O.length?_:q():void 0,J=[...V===void 0?[]:T(V),...B],te=Math.min(g,Math.max(0,J.length-1));ae(()=>{S(void 0),y(0)},[e]);let K=e.mover===void 0,b=h=>!s&&e.turn&&n({do:"play",action:h}),X=()=>!s&&K&&n({do:"next"}),qn=()=>K?X():J[te]&&b(J[te].action),Pt=h=>{S(h),y(0)},Ot=h=>N&&Pt((V+h+O.length)%O.length),Nt=()=>!s&&e.turn&&n({do:"hint"}),At=()=>!s&&e.can_undo&&n({do:"undo"});Ve(!s&&!K&&!e.turn&&!x&&!o,r,()=>n({do:"advance"}));let Xe=c?{" ":()=>I(!x),ArrowRight:()=>x&&!s&&!K&&n({do:"advance"}),n:X}:{ArrowLeft:()=>Ot(-1),ArrowRight:()=>Ot(1),h:Nt,u:At,s:()=>w(!v),n:X};Object.assign(Xe,{ArrowUp:()=>y(Math.max(0,te-1)),ArrowDown:()=>y(Math.min(J.length-1,te+1)),"?":()=>$(!W)});for(let h=1;h<=Math.min(9,J.length);h++)Xe[h]=()=>b(J[h-1].action);qe(Xe),U(()=>{let h=C=>{if(C.key!=="Enter"||C.defaultPrevented||C.altKey||C.ctrlKey||C.metaKey||C.repeat)return;let ne=C.target.closest?.("a, button, input, select, summary, textarea");ne&&!ne.classList.contains("pick")||(C.preventDefault(),qn())};return document.addEventListener("keydown",h),()=>document.removeEventListener("keydown",h)});let jt=Q(null);U(()=>{let h=ne=>{let Ee=ne.target.closest('[data-place="stock"], [data-place="pile"]')?.dataset.place,Bt=Ee&&k.find(Ht=>Ht.type==="draw"&&Ht.source===Ee);Bt&&b(Bt.action)},C=jt.current;return C.addEventListener("click",h),()=>C.removeEventListener("click",h)});let Vn=e.hand&&`${e.hand.points} ${e.hand.distance===void 0?"deadwood":"points"}${e.hand.distance===void 0?"":`, MinDist ${e.hand.distance}`}`,Yn=c||K?void 0:u`<section class=${j("seat own",e.turn&&"moving")} aria-label=${`Seat ${f}, you`} data-place=${`seat-${f}`}>
    <header>
      <h2><span class="number">${f}</span> <span class="name">You</span></h2>
      ${e.turn&&u`<span class="badge move">to move</span>`}
      ${L.seats[f].status&&u`<span class="badge">${L.seats[f].status}</span>`}
      <span class="facts"><span>${Vn}</span>${L.scores&&u`<span>score ${L.scores[f]}</span>`}</span>
    </header>
    <${Un} groups=${P} wild=${L.wild} at=${V} drawn=${D} turn=${e.turn&&N} choose=${Pt} play=${()=>J[0]?.plays&&b(J[0].action)} />
    ${L.seats[f].melds.length>0&&u`<p class="laid">On the table: ${L.seats[f].melds.map(h=>u`<${le} event=${{type:"meld",cards:h}} /> `)}</p>`}
  </section>`,Gn=t.length>0?t.slice(-2).map(h=>h.seat===void 0?Y(h):`${Wn(e.names,h.seat,f)}: ${Y(h).replace(/^Seat \d+ /,"")}`).join(". "):"";return u`
    <header class="top">
      <div><h1>${e.title}</h1><p class="players">game ${e.number+1}, rules ${e.rules}${e.practice?", practice":""}</p></div>
      <${z} label="Agents move" value=${r} options=${Ds} choose=${h=>i(Number(h))} />
      ${m}
      <button type="button" onClick=${d}>New table</button>
    </header>
    <main ref=${jt} aria-busy=${s} class=${j("playing",e.turn&&k.some(h=>h.type==="draw")&&"drawing")}>
      <${Fe} table=${L} viewer=${c?G:f} animate=${r>0} own=${Yn} />
      <div class="player moves" role="group" aria-label="Moves">
        <p class="say">${o?u`<span role="alert">${o}</span>`:Kn(e,s)}</p>
        <div class="buttons">
          ${J.map((h,C)=>u`<button key=${h.action} type="button" class=${j("choose",C===te&&"main")} disabled=${s} onClick=${()=>b(h.action)}>
            <span class="digit" aria-hidden="true">${C+1}</span> ${Us(h.text)}</button>`)}
          ${K&&u`<button type="button" class="main" disabled=${s} onClick=${X}>Next game</button><button type="button" onClick=${l}>Look at the game</button>`}
          ${c&&!K&&u`<button type="button" onClick=${()=>I(!x)}>${x?"Go on":"Pause"}</button>
            ${x&&u`<button type="button" disabled=${s} onClick=${()=>n({do:"advance"})}>Next move</button>`}
            <button type="button" disabled=${s} onClick=${()=>n({do:"advance",moves:1e6})}>To the end</button>`}
          ${o&&!e.turn&&!K&&u`<button type="button" onClick=${()=>n({do:"advance"})}>Try again</button>`}
        </div>
        <div class="buttons tools">
          ${!c&&u`<button type="button" disabled=${s||!e.turn} onClick=${Nt}>Hint</button>
            ${e.practice&&u`<button type="button" disabled=${s||!e.can_undo} onClick=${At}>Take back</button>`}
            <button type="button" onClick=${()=>w(!v)}>${v?"By melds":"By suit"}</button>`}
          <button type="button" onClick=${p}>Save records</button>
          <button type="button" aria-expanded=${W} onClick=${()=>$(!W)}>Keys</button>
        </div>
        ${W&&u`<dl class="keys">${(c?Ks:Is).map(([h,C])=>u`<div key=${h}><dt>${h}</dt><dd>${C}</dd></div>`)}</dl>`}
      </div>
    </main>
    <aside>
      ${a&&u`<${In} hint=${a} play=${b} text=${h=>k.find(C=>C.action===h)?.text??""} />`}
      <${zn} players=${e.players} results=${e.results} />
      <${zs} events=${t} names=${e.names} you=${f} />
    </aside>
    <p class="unseen" aria-live="polite">${Gn}. ${Kn(e,!1)}</p>`}var Is=[["← →","choose a card"],["↑ ↓","choose a move"],["Enter, 1 to 9","make it; the next game"],["h","hint"],["u","take back, in practice"],["s","by suit, by melds"],["?","keys"]],Ks=[["Space","pause, go on"],["→","next move, in a pause"],["Enter, n","next game"]];var $e={get(e,t){try{return JSON.parse(localStorage.getItem(`rummygym-${e}`))??t}catch{return t}},set(e,t){try{localStorage.setItem(`rummygym-${e}`,JSON.stringify(t))}catch{}}};function Ws(e,t){let n=document.createElement("a");n.href=URL.createObjectURL(new Blob([t],{type:"application/x-ndjson"})),n.download=e,n.click(),setTimeout(()=>URL.revokeObjectURL(n.href),1e4)}function Js({engine:e,catalog:t,native:n,more:s,lost:a}){let[o,r]=M(()=>({...$e.get("table",{}),native:n})),[i,d]=M(()=>$e.get("pace",700)),[p,l]=M(null),[m,f]=M([]),[c,_]=M(null),[S,g]=M(!1),[y,v]=M(""),[w,x]=M(null),[I,W]=M(()=>$e.get("records","")),$=async B=>{g(!0),v("");try{let T=await e(B);if(T.state){let N=T.state;if(l(N),f(q=>[...q.slice(0,N.from),...N.events]),_(null),N.seat!==void 0&&(N.turn||N.mover===void 0)){let{records:q}=await e({do:"records"});$e.set("records",q),W(q)}}return T.hint&&_(T.hint),T}catch(T){v(T.message);return}finally{g(!1)}},R=(B,T)=>{try{Et(T),x({title:B,record:T}),history.replaceState(null,"",location.pathname+location.search)}catch(N){v(N.message)}},L=async B=>{let T;try{T=_t(B)}catch(V){v(V.message);return}let N=T.at(-1);if(N.events.at(-1)?.type!=="end"&&N.view===void 0&&await $({do:"resume",records:B}))return;let q=t.games.find(V=>V.name===N.game)?.title??N.game;R(q,N)},D=async()=>(await $({do:"records"}))?.records,P=B=>{let T={...o,...B};r(T),$e.set("table",T)};ae(()=>$e.set("pace",i),[i]);let O=u`<${Qe} />`;if(a)return u`<main class="message"><p role="alert">${a} Reload the page to begin again.</p></main>`;if(w)return u`<${Tt} data=${w} aside=${u`<button type="button" onClick=${()=>{x(null),history.replaceState(null,"",location.pathname+location.search)}}>Back</button>`} />`;if(p)return u`<${xe} /><${Jn}
      ...${{state:p,events:m,ask:$,busy:S,hint:c,problem:y,pace:i,setPace:d,aside:O}}
      leave=${()=>{l(null),f([]),e({do:"leave"})}}
      save=${async()=>{let B=await D();B&&Ws("rummygym.jsonl",B)}}
      replay=${async()=>{let B=await D();B&&R(p.title,_t(B).at(-1))}}
    />`;let k=I&&(()=>$({do:"resume",records:I,practice:o.practice}));return u`<${xe} />
    <header class="top"><div><h1>rummygym</h1><p class="players">Play Indian Rummy and Gin Rummy with agents</p></div>${O}</header>
    <main class="begin-page">
      ${y&&u`<p class="problem" role="alert">${y}</p>`}
      <${Rn} ...${{catalog:t,picked:o,pick:P,open:L,goOn:k,busy:S}} start=${$} />
      ${s?.(R)}
    </main>`}async function Fn(e,t){let n=e.dataset.engine==="stream",s=()=>{};try{let a=await(n?mn(r=>s(`${r.message}.`)):fn()),{catalog:o}=await a({do:"catalog"});s=r=>Re(u`<${Js} ...${{engine:a,catalog:o,native:n,more:t,lost:r}} />`,e),e.textContent="",s()}catch(a){e.textContent=`The page cannot start: ${a.message}`}}Fn(document.getElementById("page"));})();
